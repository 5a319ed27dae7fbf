import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LAUNCH_FIELD_ID, PAGES } from '#content/page-paths.ts';
import { PLANS, PRICING, PRICING_FAQ } from '#content/pricing.ts';
import { filled } from '#contract/page-errors.ts';
import { fontPreloads, metaOf, type StructuredData } from '#web/shell/page-meta.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import displayRupee from '#web/styles/fonts/bricolage-grotesque-rupee.woff2?url';
import textRupee from '#web/styles/fonts/inter-rupee.woff2?url';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { PlansBlock } from './plans-block.tsx';
import { formatRupees, priceOf } from './prices.ts';
import { FeatureTable, PriceTable } from './tables.tsx';

export const meta = () => metaOf(PAGES.pricing, { data: [faqPage()] });

/** The fonts with the rupee sign load early: a font that arrives late makes the browser lay out the whole page again. */
export const links = () => fontPreloads([displayRupee, textRupee]);

const MONTHLY = PLANS.map((plan) => priceOf(plan, 'month'));
const RANGE = {
  cheapest: formatRupees(Math.min(...MONTHLY)),
  dearest: formatRupees(Math.max(...MONTHLY)),
};

export default function Pricing() {
  const [asked, setAsked] = useState<string>();
  const launch = useRef<HTMLDivElement>(null);

  /** Scrolls to the form “Tell me at launch”, which then says that the plan is not open. */
  function ask(plan: string) {
    flushSync(() => setAsked(plan));
    launch.current?.scrollIntoView({ block: 'center' });
    // After an address was submitted, the form has no field, so its button gets the focus.
    launch.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  }

  return (
    <>
      <PageHead
        page={PAGES.pricing}
        title={PRICING.title}
        lead={filled(PRICING.lead, RANGE)}
        hour={0.78}
        drawing={MARKET_STALL}
      >
        {LateCallToAction && (
          <p className="mt-6">
            <a href={`#${LAUNCH_FIELD_ID}`} className="button button-dawn">
              {PRICING.launch.link}
            </a>
          </p>
        )}
      </PageHead>
      <PlansBlock onAsk={({ name }) => ask(name)} />
      <LaunchBlock ref={launch} asked={asked} />
      <PriceTable />
      <FeatureTable />
      <PricingFaq />
      <NextStep {...PRICING.next} />
    </>
  );
}

export function PricingFaq() {
  return (
    <section className="page-width section-end" aria-labelledby="pricing-faq-title">
      <SectionHead id="pricing-faq-title" title={PRICING.faq.title} plain />
      <ul className="mt-8">
        {PRICING_FAQ.map(({ question, answer }) => (
          <li key={question} className="two-columns ruled">
            <h3 className="text-title leading-snug">{question}</h3>
            <p className="measure">
              <LinkedText text={answer} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The structured data of the FAQ. Search engines require that the page shows the same questions and answers. */
function faqPage(): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: PRICING_FAQ.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

const MARKET_STALL: SkyPaths = [
  'shape M960 258H1142V274H960ZM978 186h6v74h-6ZM1118 186h6v74h-6Z',
  'shape M958 190L976 158H1126L1144 190A15.5 11 0 0 1 1113 190A15.5 11 0 0 1 1082 190A15.5 11 0 0 1 1051 190A15.5 11 0 0 1 1020 190A15.5 11 0 0 1 989 190A15.5 11 0 0 1 958 190Z',
  'line M960 264L922 246M1000 271a11 11 0 1 0 .1 0ZM1096 271a11 11 0 1 0 .1 0ZM1000 282h.1M1096 282h.1',
  'light M992 258a8 8 0 0 1 16 0ZM1008 258a8 8 0 0 1 16 0ZM1000 248a8 8 0 0 1 16 0a8 8 0 0 1-16 0ZM1082 258a8 8 0 0 1 16 0ZM1098 258a8 8 0 0 1 16 0ZM1090 248a8 8 0 0 1 16 0a8 8 0 0 1-16 0Z',
  'line M1051 198V212M1030 214L1072 210M1030 214l-9 20M1030 214l9 20M1072 210l-9 20M1072 210l9 20',
  'shape M1018 234h24a12 9 0 0 1-24 0ZM1060 230h24a12 9 0 0 1-24 0Z',
  'shape M1176 300l3-46c1-12 7-18 15-18s14 6 15 18l3 46ZM1194 212a11 11 0 1 1-.1 0Z',
  'line M1186 250L1158 254',
];

type LaunchBlockProps = {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** The plan whose button was pressed. */
  readonly asked: string | undefined;
};

function LaunchBlock({ ref, asked }: LaunchBlockProps) {
  const { title, lead } = PRICING.launch;
  const answer = (
    <div role="status">
      {asked && <p className="mb-4 font-semibold">{filled(PRICING.plans.notOpen, { plan: asked })}</p>}
    </div>
  );

  if (!LateCallToAction)
    return (
      <div ref={ref} className="page-width">
        {answer}
      </div>
    );
  return (
    <section className="page-width screen-only section-end" aria-labelledby="launch-list-title">
      <div className="card grid items-center gap-x-20 gap-y-7 p-card lg:grid-cols-2">
        <div>
          <h2 id="launch-list-title" className="text-heading">
            {title}
          </h2>
          <p className="mt-4 text-lead text-soft">{lead}</p>
        </div>
        <div ref={ref}>
          {answer}
          <LateCallToAction />
        </div>
      </div>
    </section>
  );
}
