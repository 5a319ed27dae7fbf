import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/features/shell/page-meta.ts';
import { StoryScreen } from '#web/features/story/story-screen.tsx';

export function meta() {
  return metaOf(PAGES.story);
}

export default StoryScreen;
