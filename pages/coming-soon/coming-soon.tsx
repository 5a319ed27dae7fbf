import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES } from '#content/page-paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { Backdrop } from '#web/slots/backdrop.ts';
import { CallToAction } from '#web/slots/call-to-action.tsx';
import { HeroDemo } from '#web/slots/hero-demo.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { SkyDrawing } from '#web/ui/sky-drawing.tsx';
import { LAMPLIGHTER } from './lamplighter.ts';
import { LanternRow } from './lantern-row.tsx';
import { Meanwhile } from './meanwhile.tsx';

export const meta = () => metaOf(PAGES.comingSoon);

/** `/coming-soon`: the target of the Try button until the product exists. */
export default function ComingSoon() {
  const { title, lead, ask, community, communityNote } = COMING_SOON;
  return (
    <>
      <PageHead
        page={PAGES.comingSoon}
        title={title}
        lead={lead}
        hour={0.14}
        picture={<SkyDrawing paths={LAMPLIGHTER} />}
      >
        {Backdrop && <Backdrop />}
        <CallToAction label={ask} />
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
