import { loadBasic } from '@tsparticles/basic';
import type { Container, ISourceOptions } from '@tsparticles/engine';
import { ParticlesProvider, Particles as ParticlesView } from '@tsparticles/react';
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { plainColour } from '#web/ui/plain-colour.ts';

const COUNT = 80;
/** Limits the work of one frame on a phone. */
const COUNT_PER_FRAME = 8;
const FPS_LIMIT = 120;
const COLOURS = ['--dawn-rose', '--dawn-saffron', '--dawn-marigold'];

/**
 * The canvas of slots/backdrop.tsx. Pauses while it is not visible. Its data attributes show the library's count, frame limit and
 * state, for tests.
 */
export function ParticlesCanvas() {
  const theme = useSyncExternalStore(watchTheme, readTheme);
  return (
    <ParticlesProvider init={loadBasic}>
      <ThemedParticles key={theme} theme={theme} />
    </ParticlesProvider>
  );
}

function ThemedParticles({ theme }: { readonly theme: Theme }) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [container, setContainer] = useState<Container>();
  const options = useMemo(() => particleOptions(theme), [theme]);

  useEffect(() => {
    if (!container || !box.current) return;
    const place = box.current;
    let stop = () => {};
    let frame = requestAnimationFrame(function add() {
      for (let added = 0; added < COUNT_PER_FRAME; added++) container.particles.addParticle();
      if (container.particles.count < COUNT) frame = requestAnimationFrame(add);
      else stop = pauseWhileHidden(container, place);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [container]);

  return (
    <div ref={box} className="particles-canvas">
      <ParticlesView id={id} options={options} particlesLoaded={setContainer} />
    </div>
  );
}

/** Runs the particles only while the box is on the screen and the tab is visible. */
function pauseWhileHidden(container: Container, box: HTMLElement): () => void {
  let onScreen = true;
  const update = () => {
    const wanted = onScreen && !document.hidden;
    // `play` starts a second loop when one is running.
    if (wanted && !container.animationStatus) container.play();
    if (!wanted) container.pause();
    Object.assign(box.dataset, {
      particles: container.particles.count,
      fpsLimit: container.fpsLimit,
      moving: container.animationStatus,
    });
  };
  const sight = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true;
    update();
  });
  sight.observe(box);
  const size = new ResizeObserver(update);
  size.observe(box);
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    sight.disconnect();
    size.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
}

/** Small and faint enough that text in front keeps a contrast of 4.5:1. The number is the same on every screen. */
function particleOptions(theme: Theme): ISourceOptions {
  return {
    fpsLimit: FPS_LIMIT,
    fullScreen: { enable: false },
    detectRetina: true,
    // See `pauseWhileHidden`.
    pauseOnBlur: false,
    pauseOnOutsideViewport: false,
    particles: {
      number: { value: 0, density: { enable: false } },
      paint: COLOURS.map((name) => ({
        fill: { enable: true, color: { value: plainColour(document.body, name) } },
      })),
      shape: { type: 'circle' },
      size: { value: { min: 0.7, max: 2.6 } },
      opacity: {
        value: theme === 'dark' ? { min: 0.06, max: 0.34 } : { min: 0.12, max: 0.5 },
        animation: { enable: true, speed: 0.12, sync: false },
      },
      move: {
        enable: true,
        direction: 'top',
        speed: { min: 0.08, max: 0.42 },
        drift: { min: -0.06, max: 0.06 },
        straight: false,
        outModes: 'out',
      },
    },
  };
}

type Theme = 'dark' | 'light';

const readTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
