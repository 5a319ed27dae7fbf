import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Slow particles behind a section (spec §9: 80, at most 120 frames a second). Fills its positioned parent. Decorative.
 * Loaded when the page is idle, unless the visitor prefers reduced motion, reduced data or forced colours.
 */
export function Particles() {
  const wanted = useSyncExternalStore(subscribe, areWanted, () => false);
  const [ParticlesCanvas, setCanvas] = useState<ComponentType>();

  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const cancel = whenIdle(async () => {
      // A decoration that fails to load is not an error.
      const module = await import('./particles-canvas.tsx').catch(() => undefined);
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

function subscribe(onChange: () => void): () => void {
  const sources = [connection(), ...OPT_OUTS.map((query) => matchMedia(query))];
  for (const source of sources) source?.addEventListener('change', onChange);
  return () => {
    for (const source of sources) source?.removeEventListener('change', onChange);
  };
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { readonly connection?: Connection }).connection;
}
