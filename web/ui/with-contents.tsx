import type { ReactNode } from 'react';
import { LONG_TEXT_WORDS } from '#content/long-text.ts';
import type { Heading } from '#content/markdown.ts';

type WithContentsProps = {
  readonly headings: readonly Heading[];
  readonly className: string;
  readonly children: ReactNode;
};

/** A long text. If it has more than one heading, a table of contents is above or beside it. */
export function WithContents({ headings, className, children }: WithContentsProps) {
  return (
    <div
      className={`page-width grid grid-cols-1 gap-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-16 print:block print:pt-4 ${className}`}
    >
      {headings.length > 1 && <ContentsList headings={headings} />}
      {children}
    </div>
  );
}

function ContentsList({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav
      className="contents-list screen-only lg:sticky lg:top-23 lg:self-start"
      aria-labelledby="contents-title"
    >
      <h2 id="contents-title" className="font-text text-small font-medium tracking-normal text-soft">
        {LONG_TEXT_WORDS.contents}
      </h2>
      <ol className="mt-2">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex gap-3 border-b border-line py-2.5 text-small leading-snug no-underline hover:text-peacock"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
