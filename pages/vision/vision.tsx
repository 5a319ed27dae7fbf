import { PAGES } from '#content/page-paths.ts';
import { VISION } from '#content/vision.ts';
import { VISION_PAGE } from '#content/vision-page.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import type { SkyPaths } from '#web/ui/horizon.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { VISION_ICONS, VisionBlock } from './vision-block.tsx';

export const meta = () => metaOf(PAGES.vision);

export default function Vision() {
  const { title, lead, kept, next } = VISION_PAGE;
  return (
    <>
      <PageHead page={PAGES.vision} title={title} lead={lead} hour={0.55} drawing={LOOKOUT} />
      <VisionBlock />
      <section className="page-width section-space" aria-labelledby="kept-title">
        <SectionHead id="kept-title" title={kept.title} lead={kept.lead} className="max-w-176" />
        {/* A list of terms without headings, because each promise already has a heading in the part above. */}
        <dl className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-2">
          {VISION.promises.map((promise) => {
            const Icon = VISION_ICONS[promise.icon];
            return (
              <div key={promise.title}>
                <dt className="as-heading text-title">
                  <Icon aria-hidden="true" size={30} strokeWidth={1.4} className="mb-3 text-peacock" />
                  {promise.title}
                </dt>
                <dd className="measure mt-2 text-soft">{promise.kept}</dd>
              </div>
            );
          })}
        </dl>
      </section>
      <NextStep {...next} />
    </>
  );
}

const LOOKOUT: SkyPaths = [
  'shape M560 304C700 296 800 262 910 258s190 34 330 46Z',
  'line M938 206 914 262M938 206l10 56M938 206l34 60',
  'shape m892 222 98-50 9 17-98 50ZM994 165l26-13 13 25-26 13Z',
  'shape M871 259c-4-16-2-26 5-31 8-5 17 0 17 9l-2 22Z',
  'shape M874 219a10 10 0 1 1 20 0a10 10 0 0 1-20 0Z',
  'line M886 236l14 0M876 258v8M888 258v8',
];
