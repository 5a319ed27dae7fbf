import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

/** Decorative particles behind a section, loaded when the page is idle (docs/product.md, "Particles"). */
export default function Particles() {
  const [wanted, setWanted] = useState(false);
  const box = useRef<HTMLDivElement>(null);

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
    let stop: (() => void) | undefined;
    const cancel = whenIdle(async () => {
      // A decoration that does not load is no error.
      const module = await import('#features/particles/web/start-particles.ts').catch(() => undefined);
      if (box.current && !left) stop = module?.startParticles(box.current);
    });
    return () => {
      left = true;
      cancel();
      stop?.();
    };
  }, [wanted]);

  return <div ref={box} className="particles" aria-hidden="true" data-testid="particles" />;
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
