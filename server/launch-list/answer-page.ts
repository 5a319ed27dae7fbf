import type { FastifyInstance } from 'fastify';
import { LAUNCH_LIST_WORDS as WORDS } from '#content/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/launch-list-pages.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { LAUNCH_LIST } from '#contract/paths.ts';
import { noticeHtml } from '#server/forms/notice-html.ts';
import { answerAsPages, createPageFrame, headedPage } from '#server/forms/page-frame.ts';
import { escapeHtml } from '#server/mail/escape.ts';
import type { Site } from '#server/site/site.ts';

/** Gives browsers without JavaScript each answer of this scope as a page, with the field again where it was refused. */
export function answerAsPage(app: FastifyInstance, site: Site): void {
  const frame = createPageFrame(site);
  answerAsPages(app, ({ title = LAUNCH_LIST_PAGES.failed, message, fields, isRefused, typed }, request) => {
    const { url } = request.routeOptions;
    const asTyped = typed.trim() === '' ? WORDS.missing : WORDS.malformed;
    const said = fields === undefined ? message : url === LAUNCH_LIST ? asTyped : fields[0]?.message;
    return headedPage(frame, title, [
      `<p class="text-lead"${isRefused ? ' role="alert"' : ''} id="said">${escapeHtml(said ?? message)}</p>`,
      isRefused && url !== PAGES.launchListLeave
        ? field(typed)
        : `<p><a href="${PAGES.home}">${escapeHtml(LAUNCH_LIST_PAGES.home)}</a></p>`,
    ]);
  });
}

/** The same field as in `web/features/launch-list/join-form.tsx`, with what was typed. */
function field(typed: string): string {
  return `<form method="post" action="${LAUNCH_LIST}" class="launch-list-form">
        <label for="email">${escapeHtml(WORDS.email)}</label>
        <input id="email" name="email" type="email" class="input" autocomplete="email" required maxlength="${EMAIL_MAX_LENGTH}" value="${escapeHtml(typed)}" aria-describedby="said">
        <div class="sr-only" aria-hidden="true"><input name="_gotcha" tabindex="-1" autocomplete="off" aria-label="${escapeHtml(WORDS.trap)}"></div>
        <button type="submit" class="button button-dawn">${escapeHtml(WORDS.submit)}</button>
        ${noticeHtml('launch-list')}
      </form>`;
}
