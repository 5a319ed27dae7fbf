type MorningProps = {
  /** Height of the sun: 0 on the horizon, 1 clear of it. */
  readonly sun: number;
  readonly className?: string;
};

/** A sun above the line below the picture. Decorative. */
export function Morning({ sun, className = '' }: MorningProps) {
  // With eight posts no circle touches the line: each is 7.6 clear of it or below it.
  const [x, y] = [64 + 118 * sun, 175 - 107 * sun];
  return (
    <svg viewBox="0 0 250 165" aria-hidden="true" className={`morning ${className}`}>
      <circle className="morning-ring" cx={x} cy={y} r="59" />
      <circle className="morning-ring" cx={x} cy={y} r="43.5" />
      <circle className="morning-sun" cx={x} cy={y} r="28" />
    </svg>
  );
}
