import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

/**
 * Slow particles behind a section (docs/product.md, "Particles"). Fills its positioned parent. Decorative.
 * Loaded when the page is idle, unless the visitor prefers reduced motion, reduced data or forced colours.
 */
export default function Particles() {
  const [wanted, setWanted] = useState(false);
  const [ParticlesCanvas, setCanvas] = useState<ComponentType>();

  useEffect(() => {
    const look = () => setWanted(areWanted());
    const end = new AbortController();
    for (const source of [connection(), ...OPT_OUTS.map((query) => matchMedia(query))])
      source?.addEventListener('change', look, { signal: end.signal });
    look();
    return () => end.abort();
  }, []);

  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const cancel = whenIdle(async () => {
      // If a decoration cannot be loaded, that is no error.
      const module = await import('#features/particles/web/particles-canvas.tsx').catch(() => undefined);
      if (module && !left) setCanvas(() => module.ParticlesCanvas);
    });
    return () => {
      left = true;
      cancel();
    };
  }, [wanted]);

  return (
    <div className="particles" aria-hidden="true" data-testid="particles">
      {wanted && ParticlesCanvas && <ParticlesCanvas />}
    </div>
  );
}

type Connection = EventTarget & { readonly saveData?: boolean };

const OPT_OUTS = [
  '(prefers-reduced-motion: reduce)',
  '(prefers-reduced-data: reduce)',
  '(forced-colors: active)',
];

function areWanted(): boolean {
  return !connection()?.saveData && !OPT_OUTS.some((query) => matchMedia(query).matches);
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { readonly connection?: Connection }).connection;
}
