import type { FastifyReply, FastifyRequest } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_LANGUAGE, SITE_TIME_ZONE } from '#contract/language.ts';
import { type ConsoleAction, ROLES } from '#contract/operators.ts';
import { ACTIONS, CONSOLE, may } from '#features/console/contract.ts';
import type { ConsolePage, ConsoleView, FlashMessage, Operator, Typed } from '#server/console-view.ts';
import type { Db } from '#server/database/database.ts';
import { updateRows } from '#server/database/rows.ts';
import type { Feature } from '#server/feature.ts';
import { facts, Html, html, pressForm } from '#server/html/html.ts';
import { requestTarget } from '#server/http/body.ts';
import { sendPage } from '#server/site/page-frame.ts';
import type { Site } from '#server/site/site.ts';
import { UNREAD_MOST } from './inbox.ts';
import type { FoundOperator } from './operator.ts';
import { ofInbox, ofMails, ofPeople, ofRequests, ofSystem } from './overview.ts';
import { writeTimes } from './times.ts';

/** A line of the menu. Only operators whose role allows `action` see it. */
type MenuItem = Pick<ConsoleView, 'path' | 'label' | 'overview'> & { readonly action: ConsoleAction };

export function menuOf(features: readonly Feature[]): readonly MenuItem[] {
  return [
    { path: CONSOLE.home, label: 'Overview', action: ACTIONS.ownConsole },
    { path: CONSOLE.inbox, label: 'Inbox', action: ACTIONS.readMessages, overview: ofInbox },
    { path: CONSOLE.requests, label: 'Requests', action: ACTIONS.readMessages, overview: ofRequests },
    { path: CONSOLE.people, label: 'People', action: ACTIONS.readPeople, overview: ofPeople },
    { path: CONSOLE.mails, label: 'Mail', action: ACTIONS.readMails, overview: ofMails },
    ...viewsOf(features).map(({ actions: [action], ...view }) => ({ ...view, action })),
    { path: CONSOLE.system, label: 'System', action: ACTIONS.readSystem, overview: ofSystem },
    { path: CONSOLE.staff, label: 'Operators', action: ACTIONS.manageStaff },
  ];
}

export function viewsOf(features: readonly Feature[]): readonly ConsoleView[] {
  return features.flatMap(({ console }) => console ?? []);
}

export function consoleActionsOf(features: readonly Feature[]): readonly ConsoleAction[] {
  const ofPeople = features.flatMap(({ personActions = [] }) =>
    personActions.flatMap(({ action }) => action ?? []),
  );
  return [...Object.values(ACTIONS), ...ofPeople, ...viewsOf(features).flatMap(({ actions }) => actions)];
}

export type FramedPage = ConsolePage & {
  /** The operator. Undefined on pages that are shown before the console is open. */
  readonly operator?: Operator;
  /** The number of unread messages when the page was made. */
  readonly unread?: number;
};

/** The menu entry for the page of a request: the entry whose path begins like the path of the request. */
export function entryOf({ url, query }: FastifyRequest): string {
  const [start = ''] = requestTarget(url).path.slice(`${CONSOLE.home}/`.length).split(/[/.]/);
  const entry = ENTRIES.get(start) ?? (start === '' ? CONSOLE.home : `${CONSOLE.home}/${start}`);
  const { state } = query as { readonly state?: unknown };
  const isOfRequests = entry === CONSOLE.inbox && (state === 'requests' || state === 'answered');
  return isOfRequests ? CONSOLE.requests : entry;
}

/** The menu entries of pages whose paths do not begin like the path of their entry. */
const ENTRIES = new Map<string, string>([
  ['message', CONSOLE.inbox],
  ['file', CONSOLE.inbox],
  ['person', CONSOLE.people],
  ['mail', CONSOLE.mails],
]);

/** `entry`: the entry of the menu that is marked as the current one. */
export type ConsoleFrame = (page: FramedPage, entry: string) => string;

export function sendConsolePage(reply: FastifyReply, frame: ConsoleFrame, page: FramedPage): FastifyReply {
  return sendPage(reply.code(page.status ?? 200), frame(page, entryOf(reply.request)), CONSOLE_POLICY);
}

const STYLESHEETS = /<link rel="stylesheet"[^>]*>/g;

/** The content security policy. Only our own files load, so nothing in a message or a name can run. */
export const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Renders the pages of the console with the stylesheets of the site, so that they look like the site. */
export function createConsoleFrame(
  { notFound }: Pick<Site, 'notFound'>,
  features: readonly Feature[],
  clock: () => Date,
): ConsoleFrame {
  const items = menuOf(features);
  let sheets: Html | undefined;
  return ({ title, main, operator, unread, done, problem }, entry) => {
    sheets ??= new Html((notFound.plain.toString('utf8').match(STYLESHEETS) ?? []).join(''));
    const page = html`<!doctype html>
<html lang="${SITE_LANGUAGE}" data-console>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${BRAND.product} console</title>
${sheets}<link rel="stylesheet" href="${CONSOLE.style}">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<script src="${CONSOLE.script}" defer blocking="render"></script>
</head>
<body class="console">
<a class="skip-link" href="#main">Skip to the content</a>
<header class="console-head">
<a class="console-brand" href="${CONSOLE.home}">${BRAND.product} <span>console</span></a>
${operator && menu(items, operator, entry, unread)}
</header>
<main id="main" tabindex="-1">
${done && html`<div class="banner banner-success" role="status" id="done" tabindex="-1">${done}</div>`}
<h1>${title}</h1>
${problem && html`<p class="banner banner-error" role="alert">${problem}</p>`}
${main}
</main>
${operator && KEYS}
</body>
</html>
`;
    return writeTimes(page.markup, clock(), operator?.timeZone ?? SITE_TIME_ZONE);
  };
}

const KEYS = html`<dialog id="keys" class="card" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard shortcuts</h2>
${facts(
  (
    [
      ['j, k', 'Next or previous one of the list, also in a message'],
      ['o', 'Open it'],
      ['e', 'Mark as done: the ticked ones, or this one'],
      ['x', 'Tick it'],
      ['r', 'Reply'],
      ['u', 'Back to the list'],
      ['#', 'Delete: the ticked ones, or this one'],
      ['z', 'Undo'],
      ['/', 'Search'],
      ['?', 'Show these shortcuts'],
    ] as const
  ).map(([key, what]) => [html`<kbd>${key}</kbd>`, what]),
)}
<form method="dialog"><button class="button button-quiet button-small">Close</button></form></dialog>`;

function menu(items: readonly MenuItem[], operator: Operator, entry: string, count = 0): Html {
  const { name, role, timeZone } = operator;
  const shown = items.filter(({ action }) => may(role, action));
  const shownCount = count < UNREAD_MOST ? count : `${UNREAD_MOST - 1}+`;
  const unread =
    may(role, ACTIONS.readMessages) &&
    html` <span class="unread" data-unread="${CONSOLE.unread}" title="${count} unread">${count > 0 && shownCount}</span>`;
  return html`<nav aria-label="Console"><details class="folded"><summary>Menu${unread}</summary><ul>
${shown.map(
  ({ path, label }) =>
    html`<li><a href="${path}"${path === entry && html` aria-current="page"`}>${label}${path === CONSOLE.inbox && unread}</a></li>`,
)}
</ul></details></nav>
<details class="console-account"><summary>${name}</summary><div>
<p>${role}: ${ROLES[role]}.</p>
<p><a href="${CONSOLE.roles}">Who may do what</a></p>
<p><a href="${CONSOLE.roles}#zone">Times: ${timeZone}</a></p>
<p><a href="${PAGES.home}">Go to the site</a></p>
<p hidden><button type="button" class="button button-quiet button-small" id="show-keys">Keyboard shortcuts (?)</button></p>
<form method="post" action="${CONSOLE.leave}"><button class="button button-quiet button-small">Close the console</button></form>
</div></details>`;
}

export const toProblem = (goTo: string, words: string, typed?: Typed) => ({
  goTo,
  flash: { words, isProblem: true, typed } satisfies FlashMessage,
});

/**
 * A message to the operator. If it contains text that the operator typed, it waits for the page at `path`, which has the form for
 * this text.
 */
export type StoredFlash = FlashMessage & { readonly path?: string };

/**
 * Stores a message that the next page of this session shows once. The message may hold 200 ids for Undo, which is too much for
 * a cookie.
 */
export async function storeFlash(
  db: Db,
  { session }: Operator,
  flash: StoredFlash | undefined,
): Promise<void> {
  const told = flash === undefined ? null : JSON.stringify(flash);
  await updateRows(db, 'console_sessions', { session_id: session.id }, { told });
}

/** The message for the page at a URL of the console. */
export function flashFor({ flash }: Pick<FoundOperator, 'flash'>, url: string): FlashMessage | undefined {
  return flash?.typed === undefined || flash.path === requestTarget(url).path ? flash : undefined;
}

/** Shows what the last action did, or why it failed. The Undo button, if there is one, leads back to `here`. */
export async function takeFlash(
  db: Db,
  operator: Operator,
  flash: FlashMessage | undefined,
  here: string,
): Promise<Pick<ConsolePage, 'done' | 'problem'>> {
  if (flash === undefined) return {};
  await storeFlash(db, operator, undefined);
  const { words, undo, isProblem } = flash;
  if (isProblem) return { problem: words };
  const done = html`<span>${words}</span>${
    undo &&
    html`<div data-undo>${pressForm(undo.to, { ...undo.fields, next: here }, 'Undo', 'button-quiet', 'z')}</div>`
  }`;
  return { done };
}
