import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { LinkPage } from './link-page.tsx';

const { title, description } = LAUNCH_LIST_PAGES.leave;

// Not `secret`: without a referrer, a browser without JavaScript could not show that the form is ours.
export const meta = () => pageMeta({ title, description, noindex: true });

export default function Leave() {
  return <LinkPage kind="leave" />;
}
