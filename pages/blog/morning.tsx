import { Sun } from '#web/ui/sun.tsx';

type MorningProps = {
  /** The height of the sun: 0 on the horizon, 1 well above it. */
  readonly sun: number;
  readonly className: string;
};

/** A picture of a sun whose horizon is the border below the picture. Decorative. */
export function Morning({ sun, className }: MorningProps) {
  // With eight posts, no circle of a sun touches the horizon: each is 7.6 units away from it, or lies below it.
  const [x, y] = [64 + 118 * sun, 175 - 107 * sun];
  return (
    <svg
      viewBox="0 0 250 165"
      aria-hidden="true"
      className={`screen-only w-[37vw] max-w-36 [--sun-now:var(--sun-low)] group-hover:[--sun-now:var(--sun)] lg:max-w-60 forced-colors:[--sun-now:CanvasText] ${className}`}
    >
      <Sun x={x} y={y} radius={28} />
    </svg>
  );
}
