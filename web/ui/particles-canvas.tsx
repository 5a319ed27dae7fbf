import { loadBasic } from '@tsparticles/basic';
import type { Container, ISourceOptions } from '@tsparticles/engine';
import { ParticlesProvider, Particles as ParticlesView } from '@tsparticles/react';
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';

const COUNT = 80;
const FPS_LIMIT = 120;
const COLOURS = ['--dawn-rose', '--dawn-saffron', '--dawn-marigold'];

/**
 * The canvas with the particles; see particles.tsx, which decides whether it is there at all. It rests while nobody can
 * see it. Its element tells the count, the frame limit and whether it moves, as the running library reports them.
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
    return restWhileUnseen(container, box.current);
  }, [container]);

  return (
    <div ref={box} className="particles-canvas">
      <ParticlesView id={id} options={options} particlesLoaded={setContainer} />
    </div>
  );
}

/** Runs the particles only while their box is on the screen and the tab in front. */
function restWhileUnseen(container: Container, box: HTMLElement): () => void {
  let onScreen = true;
  const update = () => {
    const wanted = onScreen && !document.hidden;
    // The library would start a second loop beside a running one.
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

/**
 * Small and faint enough that text keeps its contrast of 4.5:1 even where one passes behind a letter. The number
 * knows no density, so it is the same on every screen, and what rises out of sight comes back at the bottom.
 */
function particleOptions(theme: Theme): ISourceOptions {
  return {
    fpsLimit: FPS_LIMIT,
    fullScreen: { enable: false },
    detectRetina: true,
    // Resting is decided above, for both reasons in one place.
    pauseOnBlur: false,
    pauseOnOutsideViewport: false,
    particles: {
      number: { value: COUNT, density: { enable: false } },
      paint: COLOURS.map((name) => ({ fill: { enable: true, color: { value: asHex(name) } } })),
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

/** A colour of tokens.css in the notation that the library reads. */
function asHex(token: string): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return '#ffb35c';
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token);
  context.fillRect(0, 0, 1, 1);
  const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

type Theme = 'dark' | 'light';

const readTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
