import type { FastifyReply } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { type Action, CONSOLE, may, ROLES } from '#features/console/contract.ts';
import type { Site } from '#server/site/site.ts';
import { Html, html } from './html.ts';
import type { Operator } from './operator.ts';

/** The views in the menu, and what whoever sees one has to be allowed. */
const VIEWS: readonly { readonly path: string; readonly label: string; readonly action: Action }[] = [
  { path: CONSOLE.inbox, label: 'Inbox', action: 'read-messages' },
  { path: CONSOLE.requests, label: 'Requests', action: 'read-messages' },
  { path: CONSOLE.people, label: 'People', action: 'read-people' },
  { path: CONSOLE.mails, label: 'Mail', action: 'read-mails' },
  { path: CONSOLE.visits, label: 'Visits', action: 'read-visits' },
  { path: CONSOLE.launchList, label: 'Launch list', action: 'read-launch-list' },
  { path: CONSOLE.announcements, label: 'Announcements', action: 'announce' },
  { path: CONSOLE.system, label: 'System', action: 'read-system' },
  { path: CONSOLE.staff, label: 'Operators', action: 'manage-staff' },
];

/** Where the console begins for a role. */
export function firstView({ role }: Pick<Operator, 'role'>): string {
  return VIEWS.find(({ action }) => may(role, action))?.path ?? CONSOLE.roles;
}

export type Page = {
  readonly title: string;
  readonly main: Html;
  /** The path of the view in the menu that this belongs to. */
  readonly view?: string;
  /** Absent before the console is open. */
  readonly operator?: Operator;
  /** What was done just now. */
  readonly done?: Html | string | undefined;
  /** Why what was asked for did not happen. */
  readonly problem?: string | undefined;
  /** Of the answer; 200 without one. */
  readonly status?: number;
};

export type ConsoleFrame = (page: Page) => string;

export function sendPage(reply: FastifyReply, frame: ConsoleFrame, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONSOLE_POLICY)
    .send(frame(page));
}

const STYLESHEETS = /<link rel="stylesheet"[^>]*>/g;

/** What loads: our own files. What a message or a name holds runs nowhere. */
export const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The pages of the console, in the look of the site: they share its stylesheets. */
export function createConsoleFrame({ notFound }: Pick<Site, 'notFound'>): ConsoleFrame {
  let sheets: Html | undefined;
  return ({ title, main, view, operator, done, problem }) => {
    sheets ??= new Html((notFound.plain.toString('utf8').match(STYLESHEETS) ?? []).join(''));
    return html`<!doctype html>
<html lang="${SITE_LANGUAGE}" data-console>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${BRAND.product} console</title>
${sheets}<link rel="stylesheet" href="${CONSOLE.style}">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<script src="${CONSOLE.script}" defer></script>
</head>
<body class="console">
<a class="skip-link" href="#main">Skip to the content</a>
<header class="console-head">
<a class="console-brand" href="${CONSOLE.home}">${BRAND.product} <span>console</span></a>
${operator && menu(operator, view)}
</header>
<main id="main" tabindex="-1">
${done && html`<div class="banner banner-success" role="status" id="done">${done}</div>`}
<h1>${title}</h1>
${problem && html`<p class="banner banner-error" role="alert">${problem}</p>`}
${main}
</main>
</body>
</html>
`.markup;
  };
}

function menu(operator: Operator, view: string | undefined): Html {
  const { name, role } = operator;
  const shown = VIEWS.filter(({ action }) => may(role, action));
  return html`<nav aria-label="Console"><ul>
${shown.map(
  ({ path, label }) =>
    html`<li><a href="${path}"${path === view && html` aria-current="page"`}>${label}${
      path === CONSOLE.inbox && html` <span class="unread" data-unread="${CONSOLE.unread}"></span>`
    }</a></li>`,
)}
</ul></nav>
<details class="console-account"><summary>${name}</summary><div>
<p>${role}: ${ROLES[role]}.</p>
<p><a href="${CONSOLE.roles}">Who may do what</a></p>
<p><a href="${PAGES.home}">The site</a></p>
<form method="post" action="${CONSOLE.leave}"><button class="button button-quiet button-small">Close the console</button></form>
</div></details>`;
}
