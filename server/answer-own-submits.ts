import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGES } from '#content/page-paths.ts';
import { WITHOUT_SCRIPTS as WORDS } from '#content/without-scripts.ts';
import { answerAsPages, createPageFrame, headedPage } from '#server/site/page-frame.ts';
import type { Site } from '#server/site/site.ts';
import { escapeHtml } from './html/html.ts';

/**
 * Where the scripts of a page did not come, its browser submits the form by itself. An account works with scripts only, from the
 * mailed links on, so nothing is done: the refusal is a page that says so. What was sent is not read.
 */
export function answerOwnSubmits(app: FastifyInstance, site: Site): void {
  const frame = createPageFrame(site);
  const page = () =>
    headedPage(frame, WORDS.title, [
      `<p class="text-lead" role="alert">${escapeHtml(WORDS.lead)}</p>`,
      `<ul>${WORDS.steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ul>`,
      `<p><a class="text-link" href="${PAGES.auth}">${escapeHtml(WORDS.open)}</a></p>`,
    ]);
  answerAsPages(app, page, isUnreadForm);
}

function isUnreadForm({ headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (
    statusCode === 415 && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  );
}
