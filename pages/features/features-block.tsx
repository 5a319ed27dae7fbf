import { Braces, Building2, ChartColumn, type LucideIcon, Plug, Sparkles, Vault } from 'lucide-react';
import { FEATURES, type FeatureIcon, type FeaturePicture } from '#content/feature-cards.ts';
import { PAGES } from '#content/page-paths.ts';
import { PageLink } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

const GROUNDS: Partial<Record<FeaturePicture, string>> = {
  talk: 'by-night',
  door: 'bg-wash',
  code: 'bg-sunk',
};

/** The features as tiles. `brief` is the version for the home screen, with a link to the features page. */
export function FeaturesBlock({ brief = false }: { readonly brief?: boolean }) {
  const { title, lead, more, features } = FEATURES;
  return (
    <section
      className={`page-width section-space ${brief ? 'lazy-layout' : ''}`}
      aria-labelledby="features-title"
    >
      <SectionHead id="features-title" title={title} lead={lead} className="max-w-160" />
      <ul className="cards">
        {features.map((feature) => {
          const Icon = FEATURE_ICONS[feature.icon];
          return (
            <li
              key={feature.title}
              className={`card feature overflow-hidden p-6 feature-${feature.picture} ${GROUNDS[feature.picture] ?? ''}`}
            >
              <div>
                <h3 className="flex gap-3 text-title">
                  <Icon
                    aria-hidden="true"
                    size="1.5rem"
                    strokeWidth={1.6}
                    className="flex-none text-peacock"
                  />
                  {feature.title}
                </h3>
                <p className="mt-2 text-soft">{feature.description}</p>
              </div>
              <FeaturePictureView picture={feature.picture} />
            </li>
          );
        })}
      </ul>
      {brief && (
        <p className="mt-8">
          <PageLink to={PAGES.features} className="text-link">
            {more}
          </PageLink>
        </p>
      )}
    </section>
  );
}

const FEATURE_ICONS: Record<FeatureIcon, LucideIcon> = {
  spark: Sparkles,
  building: Building2,
  vault: Vault,
  chart: ChartColumn,
  plug: Plug,
  braces: Braces,
};

/** The picture of a tile. A conversation or a code sample is content; the drawings are decorative. */
function FeaturePictureView({ picture }: { readonly picture: FeaturePicture }) {
  if (picture === 'talk') return <Talk />;
  if (picture === 'code') return <Code />;
  const { box, lines, lights, shapes } = DRAWINGS[picture];
  return (
    <svg viewBox={box} aria-hidden="true" className="feature-drawing forced-colors:hidden">
      {shapes !== undefined && <path fill="var(--drawn-shape)" d={shapes} />}
      {lines !== undefined && (
        <path fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round" d={lines} />
      )}
      <path fill="var(--sun-high)" d={lights} />
    </svg>
  );
}

function Talk() {
  const { note, asked, answered } = FEATURES.talk;
  return (
    <figure className="talk grid gap-3 text-small">
      <blockquote>
        <cite className="not-italic">{asked.by}</cite>
        <p className="text-body leading-normal">{asked.words}</p>
      </blockquote>
      <blockquote>
        <cite className="not-italic">{answered.by}</cite>
        <p className="text-body leading-normal">{answered.words}</p>
      </blockquote>
      <figcaption>{note}</figcaption>
    </figure>
  );
}

function Code() {
  const { note, sample } = FEATURES.code;
  return (
    <figure className="grid gap-3 text-small">
      <pre className="wrap-anywhere whitespace-pre-wrap">
        <code>{sample}</code>
      </pre>
      <figcaption>{note}</figcaption>
    </figure>
  );
}

type Drawing = {
  readonly box: string;
  readonly shapes?: string;
  readonly lines?: string;
  readonly lights: string;
};

const DRAWINGS: Record<Exclude<FeaturePicture, 'talk' | 'code'>, Drawing> = {
  windows: {
    box: '0 0 420 200',
    shapes:
      'M14 200v-44l24-19 24 19v44ZM86 200v-66h44v66ZM138 200v-96l26-20 26 20v96ZM198 200v-70h38v70ZM244 200V62h58v138ZM310 200v-104h40v104ZM358 200V30l26-20 26 20v170Z',
    lights:
      'M32 166h12v14h-12ZM98 148h8v10h-8zM112 148h8v10h-8zM98 168h8v10h-8zM152 116h9v11h-9zM168 116h9v11h-9zM152 138h9v11h-9zM168 160h9v11h-9zM208 146h8v10h-8zM220 166h8v10h-8zM256 76h10v12h-10zM280 76h10v12h-10zM256 98h10v12h-10zM280 120h10v12h-10zM256 142h10v12h-10zM280 164h10v12h-10zM320 110h8v10h-8zM334 132h8v10h-8zM320 154h8v10h-8zM370 46h10v12h-10zM390 46h10v12h-10zM370 70h10v12h-10zM390 94h10v12h-10zM370 118h10v12h-10zM390 142h10v12h-10z',
  },
  door: {
    box: '0 0 200 150',
    shapes: 'M52 150V72a48 48 0 0 1 96 0v78Z',
    lines: 'M40 150V72a60 60 0 0 1 120 0v78M20 150h160M52 96h66M52 124h66M64 40l-9-9M136 40l9-9M100 24V12',
    lights: 'M118 150V28c18 7 30 24 30 44v78ZM104 104a4 4 0 1 0 .1 0z',
  },
  week: {
    box: '0 0 200 110',
    shapes:
      'M6 100V72h16v28ZM34 100V54h16v46ZM90 100V62h16v38ZM118 100V76h16v24ZM146 100V46h16v54ZM174 100V82h16v18Z',
    lines: 'M0 100h200',
    lights: 'M62 100V18h16v82Z',
  },
  threads: {
    box: '0 0 240 120',
    lines:
      'M6 14C70 14 70 60 120 60M6 60h114M6 106c64 0 64-46 114-46M234 24c-56 0-60 36-114 36M234 96c-56 0-60-36-114-36',
    lights: 'M120 46a14 14 0 1 0 .1 0z',
  },
};
