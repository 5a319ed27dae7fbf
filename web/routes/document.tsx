import type { LoaderFunctionArgs } from 'react-router';
import { DocumentScreen } from '#web/features/documents/document-screen.tsx';
import { type DocumentText, documentAt } from '#web/features/documents/documents.server.ts';
import { pageMeta } from '#web/features/shell/page-meta.ts';
import { pathOf } from '#web/features/shell/path-of.ts';

export function loader({ request }: LoaderFunctionArgs): DocumentText {
  return documentAt(pathOf(request));
}

export function meta({ loaderData }: { readonly loaderData?: DocumentText }) {
  if (loaderData === undefined) return [];
  const { title, description, path } = loaderData.page;
  return pageMeta({ title, description, canonical: path });
}

export default function DocumentRoute({ loaderData }: { readonly loaderData: DocumentText }) {
  return <DocumentScreen {...loaderData} />;
}
