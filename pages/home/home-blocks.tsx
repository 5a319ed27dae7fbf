import { PAGES } from '#content/page-paths.ts';
import { VALUES } from '#content/values.ts';
import { type Reason, WHY_US } from '#content/why-us.ts';
import { FeaturesBlock } from '#pages/features/features-block.tsx';
import { StoryBlock } from '#pages/story/story-block.tsx';
import { TeamBlock } from '#pages/team/team-block.tsx';
import { VisionBlock } from '#pages/vision/vision-block.tsx';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Sun } from '#web/ui/sun.tsx';

/** The parts of the home screen after the first one. They must not have state, effects or handlers, see static-blocks.tsx. */
export function HomeBlocks() {
  return (
    <>
      <ValuesBlock />
      <WhyUsBlock />
      <VisionBlock brief />
      <FeaturesBlock brief />
      <StoryBlock brief />
      <TeamBlock brief />
    </>
  );
}

const HOURS = ['before', 'first', 'full'] as const;
const STEPS = ['lg:mt-20', 'lg:mt-10'];

function ValuesBlock() {
  const { title, lead, cards } = VALUES;
  return (
    <section className="page-width section-space lazy-layout" aria-labelledby="values-title">
      <SectionHead id="values-title" title={title} lead={lead} className="lg:max-w-128 xl:-mb-14" />
      {/* On wide screens each card is higher than the one before it. */}
      <ul className="mt-10 grid items-start gap-5 lg:grid-cols-3">
        {cards.map((card, index) => (
          <li
            key={card.title}
            className={`card overflow-hidden sm:max-lg:grid sm:max-lg:grid-cols-[15rem_1fr] sm:max-lg:items-center ${STEPS[index] ?? ''}`}
          >
            <HourOfMorning hour={HOURS[index] ?? 'full'} />
            <div className="p-6">
              <h3 className="text-title">{card.title}</h3>
              <p className="mt-2 text-soft">{card.content}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LAND = { before: 'var(--on-dawn)', first: 'var(--dawn-indigo)', full: 'var(--day-land)' } as const;

function HourOfMorning({ hour }: { readonly hour: keyof typeof LAND }) {
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
      {hour !== 'before' && <Sun x={180} y={hour === 'full' ? 60 : 114} radius={34} />}
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

function WhyUsBlock() {
  const { title, lead, reasons } = WHY_US;
  return (
    <section className="page-width two-columns section-space lazy-layout" aria-labelledby="why-title">
      <SectionHead id="why-title" title={title} lead={lead} className="lg:sticky lg:top-28 lg:self-start">
        <Glass />
      </SectionHead>
      <ul>
        {reasons.map((reason: Reason) => (
          <li key={reason.title} className="two-columns ruled">
            <h3 className="text-title">{reason.title}</h3>
            <div>
              <p>{reason.content}</p>
              <p className="mt-2 text-soft">
                <Check {...reason.check} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Check({ label, page }: Reason['check']) {
  if (page === undefined) return label;
  return (
    <PageLink to={PAGES[page]} className="text-link">
      {label}
    </PageLink>
  );
}

function Glass() {
  return (
    <svg
      viewBox="0 0 320 260"
      aria-hidden="true"
      className="screen-only mt-9 -ml-7 hidden w-[64%] overflow-visible lg:block forced-colors:hidden"
      fill="none"
      stroke="var(--ink)"
      strokeLinecap="round"
    >
      <path
        stroke="var(--line-strong)"
        strokeWidth="2"
        d="M0 172H36M232 172H320M8 188H46M222 188H296M30 204H60"
      />
      <path strokeWidth="17" d="M200 196 262 248" />
      <clipPath id="why-lens">
        <circle cx="134" cy="124" r="96" />
      </clipPath>
      <g clipPath="url(#why-lens)" stroke="none">
        <path fill="var(--scene-sky-low)" d="M0 0H320V260H0Z" />
        <Sun x={134} y={172} radius={58} />
        <path fill="var(--bank-near)" d="M0 172H320V260H0Z" />
        <path stroke="var(--sun)" strokeWidth="3" d="M92 184h84M108 196h52M120 208h30" />
      </g>
      <circle strokeWidth="7" cx="134" cy="124" r="96" />
    </svg>
  );
}
