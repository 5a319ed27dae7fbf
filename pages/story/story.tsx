import { PAGES } from '#content/page-paths.ts';
import { STORY } from '#content/story.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Roofs } from '#web/ui/roofs.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { Sun } from '#web/ui/sun.tsx';
import { StoryBlock } from './story-block.tsx';

export const meta = () => metaOf(PAGES.story);

export default function Story() {
  const { page, morning } = STORY;
  return (
    <>
      <PageHead
        page={PAGES.story}
        {...page}
        hour={0.06}
        drawing={LAMP_ON_THE_ROOF}
        picture={<path className="sky-light" opacity="0.35" d="M1086 180L1060 170V196Z" />}
      />
      <div className="night relative overflow-hidden pt-12 lg:pt-24">
        <StoryBlock />
        <section className="page-width night-morning relative z-1" aria-labelledby="morning-title">
          <div className="lg:pl-(--words)">
            <SectionHead id="morning-title" title={morning.title} plain />
            <p className="mt-4 text-lead measure">{morning.text}</p>
            <p className="mt-7 flex flex-wrap gap-3">
              <PageLink to={PAGES.team} className="button button-dawn">
                {morning.team}
              </PageLink>
              <PageLink to={PAGES.community} className="button button-quiet">
                {morning.community}
              </PageLink>
            </p>
          </div>
        </section>
        <RoofsAtSunrise />
      </div>
    </>
  );
}

const LAMP_ON_THE_ROOF: SkyPaths = [
  'far M640 300v-34h44v-22h62v56ZM1190 300v-52h70v18h64v34ZM1352 300v-30h80v30Z',
  'shape M778 300v-92h14v14h330v-14h14v92ZM804 208v-42h6v-6h44v6h6v42h-6v14h-8v-14h-28v14h-8v-14ZM1108 222v-86h5v86ZM900 222v-64h5v64Z',
  'line M903 162Q1010 184 1110 140',
  'shape M930 168l22 4-2 30-23-3ZM966 174l10 1 16-1-3 40h-6l-3-24-5 24h-7Z',
  'shape M1026 222v-5h52v5ZM1036 217q-2-26 14-30-7-3-6-11 2-9 11-8 9 2 7 11-1 4-4 6 4 4 5 16l9 4v5l-13-2-1 9Z',
  'light M1074 196l12-16 3 2-11 17ZM1074 197h-12v3h14ZM842 246h22v28h-22Z',
];

function RoofsAtSunrise() {
  return (
    <svg
      className="screen-only absolute h-[26vw] min-h-52 forced-colors:hidden inset-x-0 -bottom-px w-full overflow-visible"
      viewBox="0 0 1600 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <Sun x={1010} y={240} radius={126} />
      <Roofs />
      <path
        fill="var(--ground)"
        d="M0 420V398C220 384 420 404 640 400S1010 388 1200 398 1480 408 1600 396V420Z"
      />
    </svg>
  );
}
