import { lazy, Suspense } from 'react';
import { PRIVACY } from '#content/privacy.ts';
import { AS_WRITTEN, useAsWritten } from '#web/ui/as-written.ts';

const PrerenderedRows = import.meta.env.SSR ? (await import('./kept-rows.tsx')).default : undefined;
const LazyRows = lazy(() => import('./kept-rows.tsx'));

/** Everything the site keeps about people, as one table. */
export function KeptData() {
  const { title, lead } = PRIVACY.kept;
  return (
    <section id="what-we-keep" className="pb-12 lg:pb-20" aria-labelledby="what-we-keep-title">
      <h2 id="what-we-keep-title" className="text-heading">
        {title}
      </h2>
      <p className="text-lead">{lead}</p>
      <Rows />
    </section>
  );
}

/** On the first page the built HTML stays, so that its words are not loaded again. */
function Rows() {
  const asWritten = useAsWritten();
  if (PrerenderedRows !== undefined)
    return (
      <div>
        <PrerenderedRows />
      </div>
    );
  if (asWritten) return <div {...AS_WRITTEN} />;
  return (
    <Suspense fallback={<div className="min-h-screen" />}>
      <LazyRows />
    </Suspense>
  );
}
