import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/features/shell/page-meta.ts';
import { TeamScreen } from '#web/features/team/team-screen.tsx';

export function meta() {
  return metaOf(PAGES.team);
}

export default TeamScreen;
