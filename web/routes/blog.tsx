import { PAGES } from '#contract/paths.ts';
import { BlogScreen } from '#web/features/blog/blog-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.blog);
}

export default BlogScreen;
