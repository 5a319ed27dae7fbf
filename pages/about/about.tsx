import { ABOUT } from '#content/about.ts';
import { PAGES } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { hasPage, Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Roofs } from '#web/ui/roofs.tsx';

export const meta = () => metaOf(PAGES.about);

export default function About() {
  const { page, plainly } = ABOUT;
  return (
    <>
      <PageHead page={PAGES.about} {...page} hour={0.3} drawing={BRIDGE_OVER_RIVER} />
      <Statement />
      <RoofsBeforeSunrise />
      <Beliefs />
      <div className="page-width two-columns section-space">
        {plainly.map(({ title, text }) => (
          <section key={title}>
            <h2 className="text-heading">{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="mt-4">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
      <Onward />
    </>
  );
}

function Statement() {
  const { statement, statementText, facts } = ABOUT;
  return (
    <div className="page-width two-columns-reversed section-space">
      <div>
        <p className="as-heading max-w-[17ch] text-page">{statement}</p>
        {statementText.map((paragraph) => (
          <p key={paragraph} className="mt-5 text-lead text-soft measure">
            {paragraph}
          </p>
        ))}
      </div>
      <section aria-labelledby="facts-title">
        <h2 id="facts-title" className="first-light text-title">
          {facts.title}
        </h2>
        <dl className="mt-5">
          {facts.list.map(({ term, value, email }) => (
            <div key={term} className="border-t border-line py-3">
              <dt className="text-small text-soft">{term}</dt>
              <dd className="font-medium">
                {email ? (
                  <a href={`mailto:${value}`} className="text-link">
                    {value}
                  </a>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Beliefs() {
  const { title, lead, list } = ABOUT.beliefs;
  return (
    <section className="by-night relative section-space bg-(--roof-near)" aria-labelledby="beliefs-title">
      <div className="page-width">
        <h2 id="beliefs-title" className="text-heading max-w-[20ch]">
          {title}
        </h2>
        <p className="mt-4 text-lead">{lead}</p>
        <ul className="mt-10">
          {list.map((belief) => (
            <li key={belief.title} className="two-columns gap-y-3 border-t border-strong py-6">
              <h3 className="text-heading">{belief.title}</h3>
              <p className="measure">{belief.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Onward() {
  const { title } = ABOUT.onward;
  const links = ABOUT.onward.links.filter(({ to }) => hasPage(PAGES[to]));
  if (links.length === 0) return null;
  return (
    <nav className="page-width section-end" aria-labelledby="onward-title">
      <h2 id="onward-title" className="text-title">
        {title}
      </h2>
      <ul className="mt-5">
        {links.map(({ to, label, text }) => (
          <li key={to}>
            <Link to={PAGES[to]} className="two-columns ruled group no-underline">
              <span className="as-heading text-heading group-hover:text-peacock">{label}</span>
              <span className="text-soft">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const BRIDGE_OVER_RIVER: SkyPaths = [
  'line M620 232H1480M620 262H1480M620 262l30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30 30 30 30-30',
  'shape M692 262h20v40h-20ZM842 262h20v40h-20ZM992 262h20v40h-20ZM1142 262h20v40h-20ZM1292 262h20v40h-20ZM1442 262h20v40h-20ZM600 228H1500v8H600ZM600 258H1500v7H600Z',
  'shape M884 228v-26h66v26ZM956 228v-26h66v26ZM1028 228v-26h66v26ZM1100 228v-24h36q14 3 18 24Z',
  'light M892 209h9v8h-9ZM908 209h9v8h-9ZM940 209h6v8h-6ZM980 209h9v8h-9ZM1036 209h9v8h-9ZM1052 209h9v8h-9ZM1108 210h9v8h-9Z',
];

function RoofsBeforeSunrise() {
  return (
    <svg
      className="block bg-[linear-gradient(in_oklab,var(--ground),var(--scene-sky-low))] -mb-px h-[26vw] min-h-52 w-full"
      fill="none"
      viewBox="0 0 1600 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <Roofs />
      <path
        stroke="var(--roof-near)"
        strokeWidth="1.5"
        d="M300 246Q420 276 528 190Q700 236 862 214Q1010 262 1190 192M300 258Q420 288 528 202Q700 248 862 226Q1010 274 1190 204"
      />
      <path className="fill-marigold" d="M538 340h26v34h-26Z" />
      <path stroke="var(--dawn-indigo)" strokeWidth="2" d="M551 340v34M538 355h26" />
      <path
        stroke="var(--ink-soft)"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M700 96q10-11 19 0q9-11 19 0M752 70q8-9 15 0q7-9 15 0M664 66q6-7 12 0q6-7 12 0"
      />
    </svg>
  );
}
