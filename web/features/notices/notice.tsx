import { NOTICE_WORDS, NOTICES, type NoticeName, noticeVersion } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { NoticeItems } from './notice-items.tsx';

/**
 * The notice below the fields of a form; in a form, with its version in a hidden field, which also a browser without JavaScript
 * sends. The server shows the same in `server/forms/notice-html.ts`.
 */
export function Notice({ name }: { readonly name: NoticeName }) {
  return (
    <div className="notice">
      <input type="hidden" name="_notice" value={noticeVersion(name)} />
      <p>
        {NOTICES[name].short}{' '}
        <PageLink to={PAGES.privacy} className="text-link">
          {NOTICE_WORDS.link}
        </PageLink>
      </p>
      <details>
        <summary>{NOTICE_WORDS.more}</summary>
        <NoticeItems name={name} />
      </details>
    </div>
  );
}
