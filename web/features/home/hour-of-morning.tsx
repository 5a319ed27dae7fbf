/** A small window onto the same horizon: before the sun, at first light, and in full morning. Decorative. */
export function HourOfMorning({ hour }: { readonly hour: 'before' | 'first' | 'full' }) {
  return (
    <svg
      viewBox="0 0 360 150"
      aria-hidden="true"
      className={`hour hour-${hour}`}
      preserveAspectRatio="xMidYMid slice"
    >
      <path className="hour-sky" d="M0 0H360V150H0Z" />
      {hour === 'before' && (
        <path className="hour-stars" d="M48 30h0M110 52h0M168 22h0M236 44h0M300 24h0M330 66h0M76 78h0" />
      )}
      <path className="hour-halo" d="M0 112a180 96 0 0 1 360 0Z" />
      {hour !== 'before' && <circle className="hour-sun" cx="180" cy={hour === 'first' ? 112 : 58} r="34" />}
      {hour === 'full' && (
        <path
          className="hour-rays"
          d="M180 10V2M228 58h10M132 58h-10M214 24l7-7M146 24l-7-7M214 92l7 7M146 92l-7 7"
        />
      )}
      <path className="hour-land" d="M0 112H360V150H0Z" />
      {hour === 'before' && (
        <path
          className="hour-sprout"
          d="M180 118v-34m0 12c-2-14-12-18-22-18 0 12 8 20 22 18Zm0-8c2-14 12-20 24-20 0 13-9 22-24 20Z"
        />
      )}
      {hour === 'first' && <path className="hour-path" d="M168 150q4-22 10-38h4q6 16 10 38Z" />}
      {hour === 'full' && (
        <path
          className="hour-roofs"
          d="M40 126v-24l16-12 16 12v24ZM80 126v-18h30v18ZM250 126v-28l18-13 18 13v28ZM294 126v-20h28v20Z"
        />
      )}
    </svg>
  );
}
