import { MARK } from '#content/brand.ts';

/** The logo. Has no accessible name of its own. `rising` animates the sun once, for the loading overlay. */
export function BrandMark({
  className,
  rising = false,
}: {
  readonly className?: string;
  readonly rising?: boolean;
}) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={`brand-mark ${rising ? 'brand-mark-rising' : ''} ${className ?? ''}`}
    >
      <path className="brand-mark-bubble" d={MARK.bubble} />
      {/* The nested viewport clips the sun at the horizon. */}
      <svg aria-hidden="true" x="2" y="3" width="28" height="17.5" viewBox="2 3 28 17.5">
        <g className="brand-mark-sun">
          <path d={MARK.sun} />
          <path className="brand-mark-rays" d={MARK.rays} />
        </g>
      </svg>
    </svg>
  );
}
