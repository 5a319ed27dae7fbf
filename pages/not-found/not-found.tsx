import { NOT_FOUND } from '#content/shell.ts';
import { NotFoundView } from '#web/shell/lost-view.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = () =>
  pageMeta({ title: NOT_FOUND.pageTitle, description: NOT_FOUND.text, noindex: true });

export default NotFoundView;
