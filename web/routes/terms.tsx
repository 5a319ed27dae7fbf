import { PAGES } from '#contract/paths.ts';
import { TermsScreen } from '#web/features/legal/terms-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.terms);
}

export default TermsScreen;
