import { PAGES } from '#contract/paths.ts';
import { CommunityScreen } from '#web/features/community/community-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.community);
}

export default CommunityScreen;
