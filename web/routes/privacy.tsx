import { PAGES } from '#contract/paths.ts';
import { PrivacyScreen } from '#web/features/legal/privacy-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.privacy);
}

export default PrivacyScreen;
