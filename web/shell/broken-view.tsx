import { isRouteErrorResponse } from 'react-router';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { BROKEN } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { LostView } from './lost-view.tsx';

/** The page for unexpected errors. Uses neither the frame nor the router, because these may have caused the error. */
export function BrokenView() {
  return (
    <main id="content" className="grow">
      <LostView
        title={BROKEN.title}
        text={BROKEN.text}
        logo={
          <a href={PAGES.home} className="logo mb-10">
            <BrandMark />
            {BRAND.product}
          </a>
        }
      >
        <Button look="dawn" onClick={() => window.location.reload()}>
          {BROKEN.reload}
        </Button>
        <a className="button button-quiet" href={PAGES.home}>
          {BROKEN.home}
        </a>
      </LostView>
    </main>
  );
}

/** True if a page failed because the server could not be reached or was starting. False for an error of the page itself. */
export function isLineFault(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500;
  // The messages of Chromium, Firefox and Safari for a failed `fetch` or `import()`.
  return error instanceof TypeError && /fetch|^Load failed|module script|imported module/.test(error.message);
}
