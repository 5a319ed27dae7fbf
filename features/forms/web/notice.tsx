import { type ComponentType, lazy, Suspense } from 'react';
import { NOTICE_WORDS, NOTICES, type NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { PageLink } from '#web/ui/link.tsx';
import { AS_WRITTEN, useAsWritten } from '#web/ui/use-hydrated.ts';

const PrerenderedItems = import.meta.env.SSR ? (await import('./notice-items.tsx')).default : undefined;
/**
 * The details of a notice. If they cannot be loaded, nothing is shown in their place: the link below still leads to the full text.
 */
const LazyItems = lazy<ComponentType<{ readonly name: NoticeName }>>(() =>
  import('./notice-items.tsx').catch(() => ({ default: () => null })),
);

/**
 * A privacy notice with a hidden field, so that the form sends the notice's version. `server/site/page-frame.ts` renders the same
 * notice without JavaScript.
 */
export function Notice({ name }: { readonly name: NoticeName }) {
  const { short, version } = NOTICES[name];
  return (
    <div className="notice">
      <input type="hidden" name="_notice" value={version} />
      <p>{short}</p>
      <details>
        <summary>{NOTICE_WORDS.more}</summary>
        <Items name={name} />
        <PageLink to={PAGES.privacy} className="text-link">
          {NOTICE_WORDS.link}
        </PageLink>
      </details>
    </div>
  );
}

/** The details of a notice. On the first page the prerendered HTML stays, so that its words are not loaded again. */
function Items({ name }: { readonly name: NoticeName }) {
  const asWritten = useAsWritten();
  if (PrerenderedItems !== undefined)
    return (
      <div>
        <PrerenderedItems name={name} />
      </div>
    );
  if (asWritten) return <div {...AS_WRITTEN} />;
  return (
    <Suspense>
      <LazyItems name={name} />
    </Suspense>
  );
}
