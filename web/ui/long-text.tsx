import { useMemo } from 'react';
import type { Heading } from '#content/markdown.ts';
import { ContentsList } from './contents-list.tsx';
import { ownMarkup } from './own-markup.ts';

type LongTextProps = {
  /** What stands above the list of headings. */
  readonly contentsTitle: string;
  readonly headings: readonly Heading[];
  /** Made of our own Markdown when the site is built, never of anything a visitor wrote. */
  readonly html: string;
};

/** A text of several screens, with its contents beside it: an article, a policy. */
export function LongText({ contentsTitle, headings, html }: LongTextProps) {
  const markup = useMemo(() => ({ __html: ownMarkup(html) }), [html]);
  return (
    <div className="page-width long-text">
      {headings.length > 1 && (
        <ContentsList title={contentsTitle} headings={headings} className="beside-text screen-only" />
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see LongTextProps. */}
      <div className="prose" dangerouslySetInnerHTML={markup} />
    </div>
  );
}
