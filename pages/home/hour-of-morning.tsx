import { Sun } from '#web/ui/sun.tsx';

const LAND = { before: 'var(--on-dawn)', first: 'var(--dawn-indigo)', full: 'var(--day-land)' } as const;

export function HourOfMorning({ hour }: { readonly hour: keyof typeof LAND }) {
  return (
    <svg
      viewBox="0 0 360 150"
      aria-hidden="true"
      className={`hour hour-${hour} screen-only h-38 w-full sm:max-lg:h-full forced-colors:hidden`}
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      preserveAspectRatio="xMidYMax slice"
    >
      {hour === 'before' && (
        <path
          stroke="var(--cream)"
          d="M48 30h0M110 52h0M168 22h0M236 44h0M300 24h0M330 66h0M76 78h0M262 72h0"
        />
      )}
      {hour !== 'before' && <HourSun isHigh={hour === 'full'} />}
      <path fill={LAND[hour]} d="M0 114H360V150H0Z" />
      {hour === 'before' && (
        <path
          fill="none"
          stroke="var(--cream)"
          d="M180 126v-40m0 12c-2-14-12-18-23-18 0 12 8 20 23 18Zm0-8c2-14 12-20 25-20 0 13-9 22-25 20Z"
        />
      )}
      {hour === 'first' && <path stroke="var(--sun)" d="M142 122h76M156 130h50M164 138h40M170 146h22" />}
      {hour === 'full' && (
        <>
          <path
            fill="var(--dawn-indigo)"
            d="M26 126v-24l17-13 17 13v24ZM68 126v-18h32v18ZM110 126v-22l15-11 15 11v22ZM218 126v-22h30v22ZM258 126v-28l19-14 19 14v28ZM304 126v-20h30v20Z"
          />
          <path
            fill="var(--sun)"
            d="M40 114h6v12h-6ZM122 115h6v11h-6ZM230 113h6v13h-6ZM273 112h8v14h-8ZM316 114h6v12h-6Z"
          />
        </>
      )}
    </svg>
  );
}

function HourSun({ isHigh }: { readonly isHigh: boolean }) {
  return <Sun x={180} y={isHigh ? 60 : 114} radius={34} />;
}
