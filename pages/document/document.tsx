import type { LoaderFunctionArgs } from 'react-router';
import { LEGAL_NEXT } from '#content/legal.ts';
import { LONG_TEXT_WORDS } from '#content/long-text.ts';
import { pathOf } from '#web/shell/page-address.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { LongText } from '#web/ui/long-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { type DocumentText, documentAt } from './documents.server.ts';

export function loader({ request }: LoaderFunctionArgs): DocumentText {
  return documentAt(pathOf(request));
}

export function meta({ loaderData }: { readonly loaderData?: DocumentText }) {
  if (loaderData === undefined) return [];
  const { title, description, path } = loaderData.attributes;
  return pageMeta({ title, description, canonical: path });
}

export default function DocumentPage({ loaderData }: { readonly loaderData: DocumentText }) {
  const { attributes: page, html, headings } = loaderData;
  return (
    <>
      <PageHead title={page.title} lead={page.description} hour={0.15}>
        <p className="mt-4 text-soft">{LONG_TEXT_WORDS.updated(page.updated)}</p>
      </PageHead>
      <LongText headings={headings} html={html} />
      <div className="mt-10">
        <NextStep {...LEGAL_NEXT} />
      </div>
    </>
  );
}
