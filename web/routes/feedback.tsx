import { PAGES } from '#contract/paths.ts';
import { FeedbackScreen } from '#web/features/forms/feedback-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.feedback);
}

export default FeedbackScreen;
