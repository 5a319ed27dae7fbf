import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BRAND } from '#content/brand.ts';
import { NOTICE_ITEMS, NOTICE_LABELS } from '#content/notice-items.ts';
import { NOTICE_WORDS, NOTICES, type NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { WITHOUT_SCRIPTS as WORDS } from '#content/without-scripts.ts';
import { NOTICE_FIELD } from '#contract/fields.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { SCRIPT_START } from '#contract/script-start.ts';
import { escapeHtml, type Html, html } from '#server/html/html.ts';
import { prefersPage } from '#server/http/body.ts';
import type { Site } from './site.ts';

export type PageFrame = (title: string, main: Html) => string;

const SCRIPTS = new RegExp(`<script[\\s\\S]*?</script>|<link rel="${SCRIPT_START.relation}"[^>]*>`, 'g');
const DESCRIPTION = /<meta name="description"[^>]*>/;
const TITLE = /<title>[^<]*<\/title>/;
const MAIN = /(<main[^>]*>)[\s\S]*<\/main>/;

const BARE = `<!DOCTYPE html><html lang="${SITE_LANGUAGE}"><head><title></title></head><body><main></main></body></html>`;

/** The only script of these pages: it shows the theme that the visitor chose (`web/shell/first-paint.ts` on the other pages). */
const THEME_SCRIPT =
  "try{const theme=localStorage.getItem('theme');if(theme)document.documentElement.dataset.theme=theme}catch{}";

/** A page’s head, header and footer, from the not-found page. The scripts of that page are left out, because they would show it. */
export function createPageFrame(currentSite: () => Pick<Site, 'notFound'>): PageFrame {
  return (title, main) => {
    const { notFound } = currentSite();
    return frameOf(notFound.plain.toString('utf8'))
      .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
      .replace(MAIN, (_, open: string) => `${open}${main.markup}</main>`);
  };
}

function frameOf(built: string): string {
  return (MAIN.test(built) ? built : BARE)
    .replace(SCRIPTS, '')
    .replace(DESCRIPTION, '')
    .replace('<head>', `<head><script>${THEME_SCRIPT}</script>`);
}

/** A page with a heading. Its CSS classes are in `features/forms/web/forms.css`. */
export function headedPage(frame: PageFrame, title: string, main: Html): string {
  return frame(
    `${title} — ${BRAND.product}`,
    html`<div class="page-width refused-form">
      <h1 class="first-light text-heading">${title}</h1>
      ${main}
    </div>`,
  );
}

const PAGE_POLICY = `default-src 'none'; script-src 'sha256-${hash('sha256', THEME_SCRIPT, 'base64')}'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const asPage = (reply: FastifyReply, policy: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy);

export const sendPage = (reply: FastifyReply, page: string, policy = PAGE_POLICY): FastifyReply =>
  asPage(reply, policy).send(page);

const answerSchema = z.object({
  title: z.string().optional(),
  message: z.string(),
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
const typedSchema = z.object({ email: z.string() }).catch({ email: '' });

type SaidAsPage = z.infer<typeof answerSchema> & {
  readonly status: number;
  readonly isRefused: boolean;
  /** The email address that the visitor typed. Empty if the request has none. */
  readonly typed: string;
};

type AsPages = {
  readonly isMeant?: (request: FastifyRequest, reply: FastifyReply) => boolean;
  readonly policy?: string;
};

export function answerAsPages(
  app: FastifyInstance,
  pageOf: (said: SaidAsPage, request: FastifyRequest) => string,
  { isMeant = () => true, policy = PAGE_POLICY }: AsPages = {},
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || typeof payload !== 'string' || !prefersPage(request)) return payload;
    if (!isMeant(request, reply)) return payload;
    const { statusCode: status } = asPage(reply, policy);
    const typed = typedSchema.parse(request.body).email;
    return pageOf(
      { ...answerSchema.parse(JSON.parse(payload)), status, isRefused: status >= 400, typed },
      request,
    );
  });
}

/** A privacy notice without JavaScript, like `features/forms/web/notice.tsx`, with its version as a hidden field. */
export function noticeHtml(name: NoticeName): Html {
  const { short, version } = NOTICES[name];
  const items = NOTICE_ITEMS[name];
  const rows = Object.entries(NOTICE_LABELS).map(
    ([item, label]) => html`<div><dt>${label}</dt><dd>${items[item as keyof typeof items]}</dd></div>`,
  );
  return html`<div class="notice">
          <input type="hidden" name="${NOTICE_FIELD}" value="${version}">
          <p>${short}</p>
          <details><summary>${NOTICE_WORDS.more}</summary>
            <dl>${rows}</dl>
            <a class="text-link" href="${PAGES.privacy}">${NOTICE_WORDS.link}</a>
          </details>
        </div>`;
}

/**
 * A browser sends an account form urlencoded only if scripts did not load. Answers with a page that says this. Does not read the
 * body.
 */
export function answerOwnSubmits(app: FastifyInstance, currentSite: () => Site): void {
  const frame = createPageFrame(currentSite);
  const page = () =>
    headedPage(
      frame,
      WORDS.title,
      html`<p class="text-lead" role="alert">${WORDS.lead}</p>
      <ul>${WORDS.steps.map((step) => html`<li>${step}</li>`)}</ul>
      <p><a class="text-link" href="${PAGES.auth}">${WORDS.open}</a></p>`,
    );
  answerAsPages(app, page, { isMeant: isUnreadForm });
}

function isUnreadForm({ headers }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (
    statusCode === 415 && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  );
}
