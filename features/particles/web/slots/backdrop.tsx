import { useEffect, useRef, useState } from 'react';
import { startWhenIdle } from '#web/ui/start-loaded.ts';

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
    const place = box.current;
    if (!wanted || !place) return;
    return startWhenIdle(async () => {
      const { startParticles } = await import('#features/particles/web/start-particles.ts');
      return () => startParticles(place);
    });
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
