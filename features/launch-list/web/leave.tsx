import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { LinkPage } from './link-page.tsx';

const { title, description } = LAUNCH_LIST_PAGES.leave;

// This page is not marked `secret`: without a referrer, the server could not check that a form sent without
// JavaScript comes from this site.
export const meta = () => pageMeta({ title, description, noindex: true });

export default function Leave() {
  return <LinkPage kind="leave" />;
}
