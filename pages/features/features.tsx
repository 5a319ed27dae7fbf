import { FEATURES_PAGE, type Item } from '#content/features-page.ts';
import { PAGES } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { hasPage, Link } from '#web/ui/link.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Sun } from '#web/ui/sun.tsx';
import { FeaturesBlock } from './features-block.tsx';

export const meta = () => metaOf(PAGES.features);

export default function Features() {
  const { title, lead, horizon, next } = FEATURES_PAGE;
  return (
    <>
      <PageHead page={PAGES.features} title={title} lead={lead} hour={0.66} drawing={HALF_BRIDGE} />
      <FeaturesBlock />
      <section className="page-width section-end" aria-labelledby="parted-title">
        <SectionHead id="parted-title" title={horizon.title} />
        <p className="mt-4 measure text-lead text-soft">{horizon.lead}</p>
        <div className="relative mt-10 bg-[linear-gradient(in_oklab,var(--head-sky-high),var(--head-sky-low))] [--sun-now:var(--head-sun)] overflow-hidden rounded-t-[2rem] p-6 pb-40 md:px-12 md:pt-12 forced-colors:border">
          <h3 className="text-title">{horizon.today.title}</h3>
          <Items items={horizon.today.items} />
          <svg
            viewBox="-125 -125 250 125"
            aria-hidden="true"
            className="absolute right-[8%] bottom-0 w-52 max-w-[84%] forced-colors:hidden"
          >
            <Sun radius={62} />
          </svg>
        </div>
        <div className="rounded-b-[2rem] bg-(--water-dark) p-6 md:p-12 forced-colors:border">
          <h3 className="text-title">{horizon.coming.title}</h3>
          <Items items={horizon.coming.items} />
        </div>
      </section>
      <NextStep {...next} />
    </>
  );
}

function Items({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul className="mt-5 grid gap-6 md:grid-cols-2 xl:grid-cols-4">
      {items.map(({ title, text, page }) => (
        <li key={title}>
          <h4 className="font-semibold">
            {page && hasPage(PAGES[page]) ? (
              <Link to={PAGES[page]} className="text-link">
                {title}
              </Link>
            ) : (
              title
            )}
          </h4>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

const HALF_BRIDGE: SkyPaths = [
  'shape M560 300v-34h96l26 34ZM1150 300l22-26h108v26Z',
  'line M640 268h300M700 268V150M716 268V150M694 172h28M694 204h28M1010 300V150M1026 300V150M1004 172h28M600 266C640 240 680 190 708 152 760 250 950 250 1018 152M760 212v56M800 228v40M840 234v34M880 232v36M920 222v46',
  'thread M940 268h36M992 268h10M1018 152c40 56 90 100 140 126M1060 206v24M1100 244v16',
];
