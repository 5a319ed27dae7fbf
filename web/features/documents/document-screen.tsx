import { DOCUMENT_WORDS } from '#content/documents.ts';
import { LongText } from '#web/ui/long-text.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { DocumentText } from './documents.server.ts';

/** A page of plain text: what it is, since when it stands, and the text. */
export function DocumentScreen({ page, html, headings }: DocumentText) {
  return (
    <>
      <PageHead title={page.title} lead={page.description} hour={0.15}>
        <p className="mt-4 text-soft">
          {DOCUMENT_WORDS.updated} {page.updated}
        </p>
      </PageHead>
      <LongText contentsTitle={DOCUMENT_WORDS.contents} headings={headings} html={html} />
    </>
  );
}
