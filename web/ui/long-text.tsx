import { useMemo } from 'react';
import type { Heading } from '#content/markdown.ts';
import { ownMarkup } from './trusted-types.ts';
import { WithContents } from './with-contents.tsx';

type LongTextProps = {
  readonly headings: readonly Heading[];
  /** HTML built from the site's own Markdown, never from a visitor's input. */
  readonly html: string;
};

export function LongText({ headings, html }: LongTextProps) {
  const markup = useMemo(() => ({ __html: ownMarkup(html) }), [html]);
  return (
    <WithContents headings={headings} className="pt-8 lg:pt-12">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see LongTextProps. */}
      <div className="prose" dangerouslySetInnerHTML={markup} />
    </WithContents>
  );
}
