type MorningProps = {
  /** 0: a sliver above the horizon. 1: clear of it. */
  readonly sun: number;
  readonly className?: string;
};

/** The sun of one day, standing on whatever line is below the picture. Decorative. */
export function Morning({ sun, className = '' }: MorningProps) {
  const [x, y] = [40 + 150 * sun, 118 - 72 * sun];
  return (
    <svg viewBox="0 0 240 110" aria-hidden="true" className={`morning ${className}`}>
      <circle className="morning-ring" cx={x} cy={y} r={58 + 8 * sun} />
      <circle className="morning-ring" cx={x} cy={y} r="44" />
      <circle className="morning-sun" cx={x} cy={y} r="28" />
    </svg>
  );
}
