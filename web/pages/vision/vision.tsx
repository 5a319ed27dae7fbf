import { VISION } from '#content/vision.ts';
import { VISION_PAGE } from '#content/vision-page.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';
import { VisionBlock } from './vision-block.tsx';
import { VISION_ICONS } from './vision-icons.ts';

export const meta = () => metaOf(PAGES.vision);

/** `/vision`: the eight promises, what is done about each of them today, and where to report a broken one. */
export default function Vision() {
  const { title, lead, kept, broken } = VISION_PAGE;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.55} picture={<Lookout />} />
      <VisionBlock />
      <section className="page-width kept" aria-labelledby="kept-title">
        <SectionHead id="kept-title" title={kept.title} lead={kept.lead} className="kept-head" />
        <ul className="kept-list">
          {VISION.promises.map((promise) => {
            const Icon = VISION_ICONS[promise.icon];
            return (
              <li key={promise.title}>
                <Icon aria-hidden="true" size={30} strokeWidth={1.4} />
                <h3 className="text-title">{promise.title}</h3>
                <p className="text-soft">{promise.kept}</p>
              </li>
            );
          })}
        </ul>
      </section>
      <section className="page-width broken" aria-labelledby="broken-title">
        <h2 id="broken-title" className="text-heading">
          {broken.title}
        </h2>
        <div>
          <p className="text-lead text-soft">{broken.text}</p>
          <PageLink to={PAGES.feedback} className="button button-quiet mt-6">
            {broken.button}
          </PageLink>
        </div>
      </section>
    </>
  );
}

/** A telescope on a hill, and the child who looks through it. */
function Lookout() {
  return (
    <>
      <path className="sky-shape" d="M560 304C700 296 800 262 910 258s190 34 330 46Z" />
      <path className="sky-line" d="M938 206 914 262M938 206l10 56M938 206l34 60" />
      <path className="sky-shape" d="m892 222 98-50 9 17-98 50ZM994 165l26-13 13 25-26 13Z" />
      <path className="sky-shape" d="M871 259c-4-16-2-26 5-31 8-5 17 0 17 9l-2 22Z" />
      <circle className="sky-shape" cx="884" cy="219" r="10" />
      <path className="sky-line" d="M886 236l14 0M876 258v8M888 258v8" />
    </>
  );
}
