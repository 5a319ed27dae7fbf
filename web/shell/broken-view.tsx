import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { BROKEN } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Button } from '#web/ui/button.tsx';
import { LostSun } from './lost-sun.tsx';

/** The fallback for unexpected errors. Uses neither the frame nor the router, because they may be the cause. */
export function BrokenView() {
  return (
    <main id="content" className="page-width lost grow">
      <div>
        <a href={PAGES.home} className="logo mb-10">
          <BrandMark />
          {BRAND.product}
        </a>
        <h1 className="first-light text-heading">{BROKEN.title}</h1>
        <p className="measure mt-5 text-lead text-soft">{BROKEN.text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button look="dawn" onClick={() => window.location.reload()}>
            {BROKEN.reload}
          </Button>
          <a className="button button-quiet" href={PAGES.home}>
            {BROKEN.home}
          </a>
        </div>
      </div>
      <LostSun />
    </main>
  );
}
