import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { type Action, CONSOLE, may, ROLES } from '#contract/console.ts';
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
};

export type ConsoleFrame = (page: Page) => string;

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
<html lang="en" data-console>
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

const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A moment, in words and in UTC. */
export function timeOf(iso: string | null): Html {
  if (iso === null) return html`<span class="soft">never</span>`;
  return html`<time datetime="${iso}">${TIME.format(new Date(iso))} UTC</time>`;
}

/** A choice of a form; the first is chosen unless told. */
export function select(
  name: string,
  label: string,
  options: Readonly<Record<string, string>>,
  chosen?: string,
): Html {
  return html`<label class="field"><span>${label}</span><select class="input" name="${name}">${Object.entries(
    options,
  ).map(
    ([value, words]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
  )}</select></label>`;
}

/** A form that is one button, which a key presses as well. */
export function pressForm(
  action: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  label: string,
  look = 'button-quiet',
  key?: string,
): Html {
  return html`<form method="post" action="${action}">${hidden(fields)}<button class="button ${look} button-small"${key && html` data-key="${key}"`}>${label}</button></form>`;
}

export function hidden(fields: Readonly<Record<string, string | readonly string[]>>): Html {
  return html`${Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => html`<input type="hidden" name="${name}" value="${one}">`),
  )}`;
}
