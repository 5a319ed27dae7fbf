/** Draws in a worker, because on a slow phone the frames take more main-thread time than everything else (docs/decisions/0012). */

const COUNT = 80;
const FPS_LIMIT = 120;
/** Speed in CSS pixels a second. */
const SPEED = { min: 5, max: 25 };
const RADIUS = { min: 0.7, max: 2.6 };
/** The largest angle between a particle's direction and straight up. */
const SPREAD = Math.PI / 4;
const FADE_SECONDS = 10;

export type ParticleOrders = {
  readonly canvas?: OffscreenCanvas;
  /** Width and height are in CSS pixels. `ratio` is the number of device pixels per CSS pixel. */
  readonly size?: { readonly width: number; readonly height: number; readonly ratio: number };
  readonly look?: {
    readonly colours: readonly string[];
    readonly faintest: number;
    readonly strongest: number;
  };
  readonly moving?: boolean;
};

export type ParticleState = {
  readonly particles: number;
  readonly fpsLimit: number;
  readonly moving: boolean;
};

let canvas: OffscreenCanvas | undefined;
let size = { width: 0, height: 0, ratio: 1 };
let look: NonNullable<ParticleOrders['look']> = { colours: [], faintest: 0, strongest: 0 };
let moving = false;
let frame = 0;
let lastTime = 0;

const between = (min: number, max: number) => min + Math.random() * (max - min);

/** `x` and `y` are fractions of the width and height, so that particles stay on the canvas when its size changes. */
const particles = Array.from({ length: COUNT }, () => {
  const speed = between(SPEED.min, SPEED.max);
  const angle = between(-SPREAD, SPREAD);
  return {
    x: Math.random(),
    y: Math.random(),
    right: speed * Math.sin(angle),
    up: speed * Math.cos(angle),
    radius: between(RADIUS.min, RADIUS.max),
    colour: Math.random(),
    fadeStart: between(0, FADE_SECONDS),
  };
});

const wrap = (share: number) => share - Math.floor(share);

function draw(time: number): void {
  frame = requestAnimationFrame(draw);
  const seconds = (time - lastTime) / 1_000;
  // Screens do not refresh at exact intervals, so a frame may come a little early.
  if (seconds < 0.9 / FPS_LIMIT) return;
  lastTime = time;
  const context = canvas?.getContext('2d');
  if (!context || size.width === 0 || size.height === 0) return;
  context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  for (const one of particles) {
    one.x = wrap(one.x + (one.right * seconds) / size.width);
    one.y = wrap(one.y - (one.up * seconds) / size.height);
    const turn = (time / 1_000 + one.fadeStart) / FADE_SECONDS;
    const strength = (1 + Math.sin(turn * 2 * Math.PI)) / 2;
    context.globalAlpha = look.faintest + strength * (look.strongest - look.faintest);
    context.fillStyle = look.colours[Math.floor(one.colour * look.colours.length)] ?? 'transparent';
    context.beginPath();
    context.arc(one.x * size.width, one.y * size.height, one.radius, 0, 2 * Math.PI);
    context.fill();
  }
}

addEventListener('message', ({ data }: MessageEvent<ParticleOrders>) => {
  canvas = data.canvas ?? canvas;
  look = data.look ?? look;
  if (data.size && canvas) {
    size = data.size;
    canvas.width = size.width * size.ratio;
    canvas.height = size.height * size.ratio;
  }
  if (data.moving !== undefined && data.moving !== moving) {
    moving = data.moving;
    lastTime = performance.now();
    if (moving) frame = requestAnimationFrame(draw);
    else cancelAnimationFrame(frame);
  }
  postMessage({ particles: particles.length, fpsLimit: FPS_LIMIT, moving } satisfies ParticleState);
});
