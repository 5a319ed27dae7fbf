import { DOCUMENT_WORDS } from '#content/blog.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import type { DocumentText } from './documents.server.ts';

/** A page of plain text: what it is, since when it stands, and the text. */
export function DocumentScreen({ page, html }: DocumentText) {
  return (
    <>
      <PageHead title={page.title} lead={page.description} hour={0.15}>
        <p className="mt-4 text-soft">
          {DOCUMENT_WORDS.updated} {page.updated}
        </p>
      </PageHead>
      <div className="page-width">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own Markdown when the site is built. */}
        <div className="prose document" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </>
  );
}
