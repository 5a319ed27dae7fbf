import { type ComponentType, lazy } from 'react';
import { NOTICE_WORDS, NOTICES, type NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { KeptHtml } from '#web/ui/kept-html.tsx';
import { PageLink } from '#web/ui/link.tsx';

/**
 * The details of a notice. If they cannot be loaded, nothing is shown in their place: the link below still leads to the full text.
 */
const Items = import.meta.env.SSR
  ? (await import('./notice-items.tsx')).default
  : lazy<ComponentType<{ readonly name: NoticeName }>>(() =>
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
        <KeptHtml fallback={null}>
          <Items name={name} />
        </KeptHtml>
        <PageLink to={PAGES.privacy} className="text-link">
          {NOTICE_WORDS.link}
        </PageLink>
      </details>
    </div>
  );
}
