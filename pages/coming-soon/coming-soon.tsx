import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES } from '#content/page-paths.ts';
import { JoinForm } from '#features/launch-list/web/join-form.tsx';
import { Particles } from '#features/particles/web/particles.tsx';
import { Sketch } from '#features/sketch/web/sketch.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
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
        <Particles />
        <JoinForm label={ask} />
        <div className="coming-talk mt-6">
          <Sketch />
        </div>
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
