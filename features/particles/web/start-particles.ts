import { PARTICLE_WORKER } from '#contract/markup-policies.ts';
import { plainColour } from '#web/ui/plain-colour.ts';
import type { TrustedTypes } from '#web/ui/trusted-types.ts';
import type { ParticleOrders, ParticleState } from './draw-particles.ts';
import workerUrl from './draw-particles.ts?worker&url';

const COLOURS = ['--dawn-rose', '--dawn-saffron', '--dawn-marigold'];
/** The particles are faint enough that text in front of them keeps a contrast of 4.5:1. */
const OPACITY = {
  dark: { faintest: 0.06, strongest: 0.34 },
  light: { faintest: 0.12, strongest: 0.5 },
};

/**
 * Draws particles in the box, if the browser can draw in a worker. Tests read the state from the canvas's data attributes. Returns
 * a function that removes the particles.
 */
export function startParticles(box: HTMLElement): () => void {
  const canvas = document.createElement('canvas');
  if (!('transferControlToOffscreen' in canvas)) return () => {};
  canvas.className = 'particles-canvas';
  box.append(canvas);
  const worker = new Worker(allowedUrl());
  const order = (orders: ParticleOrders, transfer: Transferable[] = []) =>
    worker.postMessage(orders, transfer);
  worker.onmessage = ({ data }: MessageEvent<ParticleState>) => Object.assign(canvas.dataset, data);

  const offscreen = canvas.transferControlToOffscreen();
  order({ canvas: offscreen, look: currentLook() }, [offscreen]);
  const size = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = box;
    order({ size: { width, height, ratio: devicePixelRatio } });
  });
  size.observe(box);
  let onScreen = true;
  const move = () => order({ moving: onScreen && !document.hidden });
  const sight = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true;
    move();
  });
  sight.observe(box);
  document.addEventListener('visibilitychange', move);
  const theme = new MutationObserver(() => order({ look: currentLook() }));
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    worker.terminate();
    size.disconnect();
    sight.disconnect();
    theme.disconnect();
    document.removeEventListener('visibilitychange', move);
    canvas.remove();
  };
}

function currentLook(): NonNullable<ParticleOrders['look']> {
  const theme = document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
  return { colours: COLOURS.map((name) => plainColour(document.body, name)), ...OPACITY[theme] };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The URL of the worker, wrapped as Trusted Types require. The policy is stored, because a page may create it only once. */
function allowedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(PARTICLE_WORKER, { createScriptURL: () => workerUrl });
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}
