import { NOTICE_ITEMS, NOTICE_LABELS } from '#content/notice-items.ts';
import { NOTICE_WORDS, NOTICES, type NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { escapeHtml } from '#server/mail/escape.ts';
import { SPECIAL } from './special-fields.ts';

/** A notice in a page for browsers without JavaScript, like `web/features/notices/notice.tsx`, and its version for the form. */
export function noticeHtml(name: NoticeName): string {
  const { short, version } = NOTICES[name];
  const items = NOTICE_ITEMS[name];
  const rows = Object.entries(NOTICE_LABELS).map(
    ([item, label]) =>
      `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(items[item as keyof typeof items])}</dd></div>`,
  );
  return `<div class="notice">
          <input type="hidden" name="${SPECIAL.notice}" value="${version}">
          <p>${escapeHtml(short)}</p>
          <details><summary>${escapeHtml(NOTICE_WORDS.more)}</summary>
            <dl>${rows.join('')}</dl>
            <a class="text-link" href="${PAGES.privacy}">${escapeHtml(NOTICE_WORDS.link)}</a>
          </details>
        </div>`;
}
