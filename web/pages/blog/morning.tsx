type MorningProps = {
  /** Height of the sun: 0 on the horizon, 1 clear of it. */
  readonly sun: number;
  readonly className?: string;
};

/** A sun above the line below the picture. Decorative. */
export function Morning({ sun, className = '' }: MorningProps) {
  const [x, y] = [64 + 118 * sun, 138 - 72 * sun];
  return (
    <svg viewBox="0 0 250 130" aria-hidden="true" className={`morning ${className}`}>
      <circle className="morning-ring" cx={x} cy={y} r={54 + 8 * sun} />
      <circle className="morning-ring" cx={x} cy={y} r="42" />
      <circle className="morning-sun" cx={x} cy={y} r="28" />
    </svg>
  );
}
