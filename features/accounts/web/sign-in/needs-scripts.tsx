import { PAGES } from '#content/page-paths.ts';
import { NEEDS_SCRIPTS } from '#content/without-scripts.ts';
import { PageLink } from '#web/ui/link.tsx';

/** The text that replaces a form in a browser without JavaScript. It is only in the prerendered HTML. */
export function NeedsScripts() {
  return (
    <>
      <p className="banner banner-error">{NEEDS_SCRIPTS.text}</p>
      <p className="mt-5 flex flex-wrap gap-x-4 gap-y-2">
        {NEEDS_SCRIPTS.elsewhere}
        <PageLink to={PAGES.launchList} className="text-link">
          {NEEDS_SCRIPTS.launchList}
        </PageLink>
        <PageLink to={PAGES.contact} className="text-link">
          {NEEDS_SCRIPTS.contact}
        </PageLink>
      </p>
    </>
  );
}
