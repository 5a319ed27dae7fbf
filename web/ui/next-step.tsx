import { Link } from 'react-router';
import type { NextPage, NextStep as NextStepWords } from '#content/next-step.ts';
import { PAGES } from '#content/page-paths.ts';
import { hasPage } from './has-page.ts';
import { SectionHead } from './section-head.tsx';

/** The last section of a page, with its next step as the main button. Who is signed in is not asked to create an account. */
export function NextStep({ title, text, links }: NextStepWords) {
  const possible = links.filter(({ page }) => hasPage(PAGES[page]));
  if (possible.length === 0) return null;
  const whenOut = (page: NextPage | undefined) => (page === 'auth' ? ' when-out' : '');
  return (
    <section
      className={`page-width section-end screen-only${whenOut(possible[0]?.page)}`}
      aria-labelledby="next-step-title"
    >
      <div className="next-step">
        <SectionHead id="next-step-title" title={title} lead={text} className="max-w-136" />
        <p className="flex flex-wrap gap-3">
          {possible.map(({ label, page }, index) => (
            <Link
              key={page}
              to={page === 'auth' ? `${PAGES.auth}?view=create` : PAGES[page]}
              className={`button button-${index === 0 ? 'dawn' : 'quiet'}${whenOut(page)}`}
            >
              {label}
            </Link>
          ))}
        </p>
      </div>
    </section>
  );
}
