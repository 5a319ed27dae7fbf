import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from './when-idle.ts';

/**
 * Slow particles of dawn light behind the words of a section (spec §9: 80 of them, at most 120 frames a second). Fills its
 * positioned parent; decorative, and empty in the static HTML. The particles are fetched after the page is idle. Who asks
 * for reduced motion, fewer data or forced colours gets none, also when asking while the page is open.
 */
export function Particles() {
  const welcome = useSyncExternalStore(subscribe, areWelcome, () => false);
  const [ParticlesCanvas, setCanvas] = useState<ComponentType>();

  useEffect(() => {
    if (!welcome) return;
    let left = false;
    const cancel = whenIdle(async () => {
      // An ornament that does not arrive is no failure.
      const module = await import('./particles-canvas.tsx').catch(() => undefined);
      if (module && !left) setCanvas(() => module.ParticlesCanvas);
    });
    return () => {
      left = true;
      cancel();
    };
  }, [welcome]);

  return (
    <div className="particles" aria-hidden="true" data-testid="particles">
      {welcome && ParticlesCanvas && <ParticlesCanvas />}
    </div>
  );
}

type Connection = EventTarget & { readonly saveData?: boolean };

const UNWELCOME = [
  '(prefers-reduced-motion: reduce)',
  '(prefers-reduced-data: reduce)',
  '(forced-colors: active)',
];

function areWelcome(): boolean {
  return !connection()?.saveData && !UNWELCOME.some((query) => matchMedia(query).matches);
}

function subscribe(onChange: () => void): () => void {
  const sources = [connection(), ...UNWELCOME.map((query) => matchMedia(query))];
  for (const source of sources) source?.addEventListener('change', onChange);
  return () => {
    for (const source of sources) source?.removeEventListener('change', onChange);
  };
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { readonly connection?: Connection }).connection;
}
