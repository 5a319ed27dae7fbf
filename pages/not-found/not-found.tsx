import { DID_YOU_MEAN_PAGE } from '#content/page-aliases.ts';
import { NOT_FOUND } from '#content/shell.ts';
import { NotFoundView } from '#web/shell/lost-view.tsx';
import { usePagePath } from '#web/shell/page-address.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Link } from '#web/ui/link.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { likelyPage } from './likely-page.ts';

export const meta = () =>
  pageMeta({ title: NOT_FOUND.pageTitle, description: NOT_FOUND.text, noindex: true });

export default function NotFound() {
  return (
    <NotFoundView>
      <Suggestion />
    </NotFoundView>
  );
}

/** Names the page that the visitor probably meant. The prerendered page names none, because it answers every unknown path. */
function Suggestion() {
  const path = usePagePath();
  const likely = useHydrated() ? likelyPage(path) : undefined;
  if (!likely) return null;
  const [before, after] = DID_YOU_MEAN_PAGE.split('{page}');
  return (
    <strong className="mt-4 block text-ink">
      {before}
      <Link className="text-link" to={likely.to}>
        {likely.label}
      </Link>
      {after}
    </strong>
  );
}
