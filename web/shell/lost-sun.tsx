/** A sun below the horizon, for the error pages. Decorative. */
export function LostSun() {
  return (
    <svg
      viewBox="0 0 320 220"
      aria-hidden="true"
      className="mx-auto w-full max-w-120"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path stroke="var(--line)" d="M92 150a68 68 0 0 1 136 0M62 150a98 98 0 0 1 196 0" />
      <path className="lost-sun-disc" fill="var(--sun-set)" d="M124 150a36 36 0 0 1 72 0Z" />
      <path stroke="var(--line-strong)" d="M12 150h296" />
      <path stroke="var(--sun-set)" strokeWidth="3" d="M128 168h64M112 186h52M186 186h22M146 204h38" />
    </svg>
  );
}
