import { hash } from 'node:crypto';
import { BRAND, MARK } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { pathFor } from '#contract/paths.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';
import { Html, html, timeOf, unescapeHtml } from '#server/html/html.ts';

/** A mail in `GET /mailbox/messages.json` (docs/product.md, "Mailbox"). */
export type MailboxMessage = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: string;
};

export type MailboxLetter = MailboxMessage & {
  /** The Reply-To address. Null if replies go to the sender. */
  readonly reply_to: string | null;
};

export const MAILBOX_STYLE = `${MAILBOX.home}/style.css`;

const mailPath = (id: string): string => pathFor(MAILBOX.mail, id);
const mailHtmlPath = (id: string): string => `${mailPath(id)}/html`;

export function mailboxPage(messages: readonly MailboxMessage[], limit: number): string {
  const count = messages.length === 0 ? '' : ` (${messages.length})`;
  return page(
    `Mailbox${count}`,
    html`<header class="head">
      <p class="eyebrow">${BRAND_MARK}${BRAND.product}</p>
      <h1>Mailbox</h1>
      <p class="lead">No mail server is set up (<code>SMTP_URL</code>), so nothing leaves this machine. Every email
        that the site writes waits here, newest first. Only this machine can read it.</p>
      <p><a class="button" href="${MAILBOX.home}">Look for new mail</a></p>
    </header>
    <main>${messages.length === 0 ? EMPTY : mailList(messages, limit)}</main>`,
  );
}

/** The page of one mail: its text with links, and its HTML in a frame that can neither run nor load anything. */
export function mailPage(mail: MailboxLetter): string {
  return page(
    `${mail.subject} · Mailbox`,
    html`<header class="head">
      <p class="eyebrow">${BRAND_MARK}<a href="${MAILBOX.home}">Mailbox</a></p>
      <h1>${mail.subject}</h1>
      <dl class="facts">
        <div><dt>To</dt><dd>${mail.to}</dd></div>
        ${mail.reply_to !== null && html`<div><dt>Reply to</dt><dd>${mail.reply_to}</dd></div>`}
        <div><dt>Written</dt><dd>${timeOf(mail.created_at)}</dd></div>
      </dl>
    </header>
    <main>
      <section aria-labelledby="as-text">
        <h2 id="as-text">As text</h2>
        <div class="text">${withLinks(mail.text)}</div>
      </section>
      <section aria-labelledby="as-html">
        <h2 id="as-html">As it looks</h2>
        <iframe title="The email as an email program shows it" src="${mailHtmlPath(mail.id)}"
          sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      </section>
    </main>`,
  );
}

/** The mail's HTML for the frame. Links open a new tab, because the frame must not navigate. */
export function mailHtmlForFrame(mail: string): string {
  return mail.replace('<head>', '<head><base target="_blank">');
}

/** Turns http and https addresses into links. A full stop or bracket at the end stays outside. */
export function withLinks(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/);
  return html`${parts.map((part, index) =>
    index % 2 === 1 && URL.canParse(part) ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part,
  )}`;
}

const EMPTY = html`<div class="empty">
        <h2>No mail yet</h2>
        <p>Sign up on the <a href="${PAGES.auth}">account page</a>, then look here: the email that confirms the address
          will be waiting.</p>
      </div>`;

function mailList(messages: readonly MailboxMessage[], limit: number): Html {
  const items = messages.map(
    (mail) => html`<li><a href="${mailPath(mail.id)}">
          <span class="subject">${mail.subject}</span>
          <span class="to">${mail.to}</span>
          ${timeOf(mail.created_at)}
        </a></li>`,
  );
  const note = messages.length >= limit && html`<p class="note">These are the newest ${limit}.</p>`;
  return html`<ol class="mails">${items}</ol>${note}`;
}

const BRAND_MARK = html`<svg class="mark" viewBox="${MARK.viewBox}" width="32" height="32" aria-hidden="true">${new Html(MARK.shapes)}</svg>`;

function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="${SITE_LANGUAGE}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="${MAILBOX_STYLE}">
  </head>
  <body>
    ${body}
  </body>
</html>
`.markup;
}

const COMMENT = /<!--[\s\S]*?-->/g;
const STYLE_ELEMENT = /<style[^>]*>([\s\S]*?)<\/style>/g;
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g;

/** The Content-Security-Policy of a mail's HTML allows only the mail's own styles, by their hashes. */
export function mailPolicy(mail: string): string {
  const shown = mail.replace(COMMENT, '');
  const styles = [
    ...Array.from(shown.matchAll(STYLE_ELEMENT), ([, css = '']) => css),
    ...Array.from(shown.matchAll(STYLE_ATTRIBUTE), ([, css = '']) => unescapeHtml(css)),
  ];
  const hashes = new Set(styles.map((css) => `'sha256-${hash('sha256', css, 'base64')}'`));
  return [
    "default-src 'none'",
    // `unsafe-hashes` lets the hashes apply to style attributes as well.
    ["style-src 'unsafe-hashes'", ...hashes].join(' '),
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
