import { useMemo } from 'react';
import type { Heading } from '#content/markdown.ts';
import { ContentsList } from './contents-list.tsx';
import { ownMarkup } from './trusted-types.ts';

type LongTextProps = {
  readonly contentsTitle: string;
  readonly headings: readonly Heading[];
  /** HTML built from the site's own Markdown, never from a visitor's input. */
  readonly html: string;
};

export function LongText({ contentsTitle, headings, html }: LongTextProps) {
  const markup = useMemo(() => ({ __html: ownMarkup(html) }), [html]);
  return (
    <div className="page-width grid grid-cols-1 gap-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-16 print:block print:pt-4 pt-8 lg:pt-12">
      {headings.length > 1 && <ContentsList title={contentsTitle} headings={headings} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see LongTextProps. */}
      <div className="prose" dangerouslySetInnerHTML={markup} />
    </div>
  );
}
