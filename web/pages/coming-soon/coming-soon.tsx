import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Lamplighter } from './lamplighter.tsx';
import { LanternRow } from './lantern-row.tsx';
import { Meanwhile } from './meanwhile.tsx';

export const meta = () => metaOf(PAGES.comingSoon);

/** Where the Try button leads until there is something to try (spec §2). */
export default function ComingSoon() {
  const { title, lead, community, communityNote } = COMING_SOON;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.14} picture={<Lamplighter />}>
        <p className="coming-call">
          <PageLink to={PAGES.community} className="button button-dawn">
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
