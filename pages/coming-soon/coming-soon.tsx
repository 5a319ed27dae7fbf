import { ArrowRight } from 'lucide-react';
import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES, SIGN_UP_PATH } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { CallToAction } from '#web/slots/call-to-action.tsx';
import { HeroDemo } from '#web/slots/hero-demo.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { hasPage, Link, PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

export const meta = () => metaOf(PAGES.comingSoon);

export default function ComingSoon() {
  const { title, lead, ask, community, communityNote } = COMING_SOON;
  return (
    <>
      <PageHead page={PAGES.comingSoon} title={title} lead={lead} hour={0.14} drawing={LAMPLIGHTER}>
        {Backdrop && <Backdrop />}
        <CallToAction lead={ask} />
        {HeroDemo && (
          <div className="coming-talk mt-6">
            <HeroDemo />
          </div>
        )}
        <p className="mt-6 flex flex-wrap items-center gap-4">
          <PageLink to={PAGES.community} className="button button-quiet">
            {community}
          </PageLink>
          <span>{communityNote}</span>
        </p>
      </PageHead>
      <LanternRow />
      <Meanwhile />
    </>
  );
}

function LanternRow() {
  const { title, list } = COMING_SOON.things;
  return (
    <section className="page-width section-space" aria-labelledby="lanterns-title">
      <SectionHead id="lanterns-title" title={title} />
      <div className="relative mt-8">
        <svg
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-x-0 top-0 hidden h-24 w-full overflow-visible xl:block"
        >
          <path
            fill="none"
            stroke="var(--line-strong)"
            strokeWidth="2"
            d="M0 4Q500 150 1000 4"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ul className="lanterns xl:grid xl:grid-cols-5 xl:gap-6">
          {list.map((thing) => (
            <li
              key={thing.title}
              className="grid grid-cols-[min(4rem,17vw)_1fr] gap-[min(1.25rem,5vw)] xl:block xl:text-center"
            >
              <Lantern />
              <div className="py-5">
                <h3 className="text-title">{thing.title}</h3>
                <p className="mt-2 text-soft">{thing.description}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Lantern() {
  return (
    <svg
      viewBox="0 0 80 128"
      aria-hidden="true"
      className="text-(--lantern-line) xl:mx-auto xl:w-26 forced-colors:text-[CanvasText]"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      <path className="lantern-paper" stroke="none" d="M26 28h28c16 14 20 46 0 66H26C6 74 10 42 26 28Z" />
      <path d="M40 0v22M18 44h44M14 61h52M18 78h44M40 28c-8 20-8 46 0 66M40 28c8 20 8 46 0 66" />
      <path fill="currentcolor" stroke="none" d="M27 22h26v7H27ZM27 93h26v7H27Z" />
      <path d="M34 100v14M40 100v22M46 100v14" />
    </svg>
  );
}

/** Links to pages that exist already. Signed-in visitors are not asked to create an account. */
function Meanwhile() {
  const { title, list } = COMING_SOON.meanwhile;
  const possible = list.filter(({ page }) => hasPage(PAGES[page]));
  return (
    <section className="page-width section-end" aria-labelledby="meanwhile-title">
      <SectionHead id="meanwhile-title" title={title} plain />
      <ul className="mt-8 border-b border-line">
        {possible.map(({ title: name, description, page }) => (
          <li key={page} className={`group relative ruled ${page === 'auth' ? 'when-out' : ''}`}>
            <div className="two-columns items-center gap-y-2">
              <h3 className="text-heading">
                <Link
                  className="cover-link group-hover:text-peacock"
                  to={page === 'auth' ? SIGN_UP_PATH : PAGES[page]}
                >
                  {name}
                  <ArrowRight size={28} aria-hidden="true" className="ms-3 inline align-baseline" />
                </Link>
              </h3>
              <p className="text-soft">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LAMPLIGHTER: SkyPaths = [
  'line M790 300V150M1150 300V142M790 156Q970 236 1150 148',
  'shape M838 180h20l5 16-5 18h-20l-5-18ZM904 199h20l5 16-5 18h-20l-5-18ZM970 203h20l5 16-5 18h-20l-5-18ZM1036 193h20l5 16-5 18h-20l-5-18Z',
  'line M848 174v6M914 192v6M980 197v6M1046 186v6M1102 168L1086 180',
  'light M1082 164c8 8 10 18 3 24-9 0-12-8-9-14 2 0 3 2 4 4 2-4 3-9 2-14Z',
  'line M1104 300L1136 176M1130 300L1150 196M1110 278h24M1115 258h23M1120 238h22M1125 218h21M1130 198h18',
  'shape M1118 236l4-42c1-10 6-15 12-15s11 6 11 15l-3 20 6 28h-10l-8-24-4 20ZM1131 158a9.500 9.500 0 1 1-.1 0Z',
  'line M1128 190L1102 176',
];
