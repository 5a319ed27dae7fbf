/**
 * The mark: a half-sun rising inside a speech bubble. Decorative by itself, so whoever shows it alone names it.
 * With `rising`, the sun comes up once, in the 1.4 seconds of the loading screen.
 */
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
      <path
        className="brand-mark-bubble"
        d="M7 3h18a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H15l-6.2 5.2A.5.5 0 0 1 8 29.8V25H7a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"
      />
      {/* The nested viewport is the horizon: what is below it has not risen yet. */}
      <svg aria-hidden="true" x="2" y="3" width="28" height="17.5" viewBox="2 3 28 17.5">
        <g className="brand-mark-sun">
          <circle cx="16" cy="20.5" r="6.5" />
          <path className="brand-mark-rays" d="M16 7.5v2.7M8 11.3l1.8 1.9M24 11.3l-1.8 1.9" />
        </g>
      </svg>
    </svg>
  );
}
