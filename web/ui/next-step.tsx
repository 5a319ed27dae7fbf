import type { ReactNode } from 'react';
import type { NextPage, NextStep as NextStepWords } from '#content/next-step.ts';
import { PAGES, SIGN_UP_PATH } from '#content/page-paths.ts';
import { Closing } from './closing.tsx';
import { hasPage, Link } from './link.tsx';

type NextStepProps = NextStepWords & {
  /** A form that is the next step. The links of this section are then less prominent. */
  readonly children?: ReactNode;
};

/** The last section of a page, with the next step as main button. Signed-in visitors are not asked to create an account. */
export function NextStep({ title, text, links, children }: NextStepProps) {
  const possible = links.filter(({ page }) => hasPage(PAGES[page]));
  if (possible.length === 0 && !children) return null;
  const whenOut = (page: NextPage | undefined) => (page === 'auth' ? ' when-out' : '');
  return (
    <Closing
      id="next-step-title"
      title={title}
      lead={text}
      {...(!children && { className: whenOut(possible[0]?.page) })}
    >
      {children}
      {possible.length > 0 && (
        <p className="mt-7 flex flex-wrap gap-3">
          {possible.map(({ label, page }, index) => (
            <Link
              key={page}
              to={page === 'auth' ? SIGN_UP_PATH : PAGES[page]}
              className={`button button-${index === 0 && !children ? 'dawn' : 'quiet'}${whenOut(page)}`}
            >
              {label}
            </Link>
          ))}
        </p>
      )}
    </Closing>
  );
}
