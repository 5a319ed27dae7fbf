import { EXPORT_REASONS } from '#contract/operators.ts';
import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { type FormDefinition, titleOf } from '#features/forms/server/form-definitions.ts';
import { referenceOf } from '#features/forms/server/stored-submissions.ts';
import {
  dateOf,
  dayFields,
  empty,
  type Html,
  hidden,
  html,
  list,
  reasonField,
  select,
  timeOf,
} from '#server/html/html.ts';
import { plainLine } from '#server/printable-text.ts';
import { INBOX_STATES, type InboxQuery, type InboxRow, inboxPath, WORDS_MOST } from './inbox.ts';
import { DUE_ORDER, type ListPage, pages, withQuery } from './keyset-pages.ts';
import {
  type Chosen,
  chosenDays,
  nothingMatches,
  searchedWords,
  searchField,
  searchForm,
} from './search-form.ts';

export const senderOf = ({ name, email }: { readonly name: string; readonly email: string }) =>
  plainLine(name) || plainLine(email) || 'No name';

type InboxView = ListPage<InboxRow> & {
  readonly query: InboxQuery;
  readonly forms: readonly FormDefinition[];
  readonly colleagues: Readonly<Record<string, string>>;
  readonly now: Date;
};

export function inboxMain(view: InboxView): Html {
  const { query, rows } = view;
  const state = query.state === 'open' ? undefined : query.state;
  const words = searchedWords(query.words, WORDS_MOST);
  const isNarrowed = inboxPath({ ...query, words, state, page: undefined }) !== CONSOLE.inbox;
  return html`${news(view.now)}${query.state === 'answered' && html`<p><a href="${CONSOLE.requests}">Requests to answer</a></p>`}
${filterForm(view)}
${
  rows.length === 0
    ? isNarrowed
      ? html`${nothingMatches(words, chosenOf(view), CONSOLE.inbox)}${words && state === undefined && html`<p><a href="${inboxPath({ ...query, state: 'all', page: undefined })}">Search all messages, not only the open ones</a></p>`}`
      : empty('There are no open messages. New ones appear here.')
    : html`${listForm(view)}${pages(CONSOLE.inbox, query, view)}${exportForm(query)}`
}`;
}

/** A banner that the page’s script shows when a message has arrived since the page was made. */
const news = (now: Date) =>
  html`<div role="status" id="news" data-since="${now.toISOString()}"><template><p class="banner"><a href="${CONSOLE.inbox}">There are new messages. Show them</a></p></template></div>`;

function filterForm(view: InboxView): Html {
  const { query, forms } = view;
  const { words, state = 'open', form = '', unread, mine } = query;
  const tick = (name: string, label: string, value: string | undefined) =>
    html`<label class="choice"><input type="checkbox" class="tick" name="${name}" value="1"${value && html` checked`}> ${label}</label>`;
  const titles = Object.fromEntries(forms.map(({ name, title }) => [name, title]));
  return searchForm(
    CONSOLE.inbox,
    searchField('words', 'Words, email, reference', { typed: words, most: WORDS_MOST }),
    html`${select('state', 'State', INBOX_STATES, state)}
${select('form', 'Form', { '': 'Any', ...titles }, form)}
${dayFields(query)}
<div class="inline">${tick('unread', 'Unread', unread)}${tick('mine', 'Mine', mine)}</div>`,
    chosenOf(view),
  );
}

function chosenOf({ query, forms }: InboxView): Chosen {
  const { state = 'open', form, unread, mine } = query;
  return [
    INBOX_STATES[state],
    form && titleOf(forms, form),
    unread && 'unread',
    mine && 'mine',
    ...chosenDays(query),
  ];
}

function listForm(view: InboxView): Html {
  const { query, rows, colleagues } = view;
  const isQuarantine = query.state === 'quarantined';
  const press = (name: string, label: string, key?: string) =>
    html`<button class="button button-quiet button-small" name="press" value="${name}"${key && html` data-key="${key}"`}>${label}</button>`;
  return html`<form method="post" action="${CONSOLE.inbox}" class="list">${hidden({ next: inboxPath(query) })}
<div class="bar list-tools" role="group" aria-label="Actions for the ticked messages">
<label class="choice" hidden><input type="checkbox" class="tick" id="tick-all"> All</label>
<output id="ticked"></output>
${doneButton(query.state, press)}
${moreTools(html`${press('read', 'Read')}${press('unread', 'Unread')}
${isQuarantine ? press('release', 'Release') : press('quarantine', 'Quarantine')}
<button class="button button-danger button-small" formmethod="get" formaction="${CONSOLE.deleteMessages}" data-key="#">Delete…</button>
<span class="inline">${select('assignee', 'Assign to', { '': 'Nobody', ...colleagues })}${press('assign', 'Assign')}</span>`)}
</div>
<ul class="rows">${rows.map((row) => messageRow(row, view))}</ul></form>`;
}

function doneButton(
  state: InboxQuery['state'],
  press: (name: string, label: string, key?: string) => Html,
): Html | false {
  if (state === 'quarantined' || state === 'unpaid') return false;
  if (state === 'requests') return press('answered', 'Mark as answered', 'e');
  return state === 'done' || state === 'answered' ? press('undone', 'Not done') : press('done', 'Done', 'e');
}

/** The less frequent actions. Phones show them behind a “More” button, so that the bar of actions covers little of the page. */
export const moreTools = (tools: Html): Html =>
  html`<details class="folded"><summary class="button button-quiet button-small">More</summary><div class="bar">${tools}</div></details>`;

/** The id of the link in the row of a message. The page of a message leads back to it, and the browser then focuses it. */
export const rowIdOf = (id: string) => `row-${id}`;

function messageRow(row: InboxRow, { query, forms, now }: InboxView): Html {
  const sender = senderOf(row);
  const isUnread = row.read_at === null;
  const isOpen = row.state === 'received' && row.done_at === null;
  const [ending, label] = endingOf(row);
  return html`<li class="card row message-row" data-row>
<input type="checkbox" class="tick" name="id" value="${row.id}" aria-label="Tick the message from ${sender}">
<div class="message-start"><a id="${rowIdOf(row.id)}" href="${withQuery(pathFor(CONSOLE.message, row.id), query)}"${isUnread && html` class="is-unread"`}><bdi>${sender}</bdi></a>${isUnread && html` <span class="badge">Unread</span>`}
<p class="said soft">${row.beginning}</p></div>
<div class="message-facts soft">${timeOf(row.created_at)}<br>${[titleOf(forms, row.form), ...choicesOf(forms, row)].join(': ')}${badges(row, now)}</div>
<div class="inline message-keys">${
    isOpen &&
    html`<button class="button button-quiet button-small" name="press" value="${ending}:${row.id}" data-key="e" aria-label="${label}: the message from ${sender}">${label}</button>`
  }
<a class="button button-quiet button-small" href="${withQuery(CONSOLE.deleteMessages, { id: row.id, next: inboxPath(query) })}" data-key="#" aria-label="Delete the message from ${sender}">Delete…</a></div></li>`;
}

/** The action and the label of the button that finishes a message, or a request about personal data. */
export const endingOf = ({ due_at }: Pick<InboxRow, 'due_at'>): readonly [string, string] =>
  due_at === null ? ['done', 'Done'] : ['answered', 'Mark as answered'];

export function badges(
  row: Pick<InboxRow, 'state' | 'done_at' | 'due_at' | 'files' | 'assignee'> &
    Partial<Pick<InboxRow, 'replied_at' | 'is_undelivered'>>,
  now: Date,
): Html {
  const files = row.files ?? 0;
  return html` <span class="badges">${row.state !== 'received' && html`<span class="badge badge-warn">${INBOX_STATES[row.state]}</span>`}
${row.done_at !== null && html`<span class="badge badge-quiet">${row.due_at === null ? 'Done' : html`Answered ${dateOf(row.done_at)}`}</span>`}
${row.due_at !== null && row.done_at === null && dueBadge(row.due_at, now)}
${row.is_undelivered && html`<span class="badge badge-warn">${INBOX_STATES.undelivered}</span>`}
${row.replied_at && row.done_at === null && html`<span class="badge badge-quiet">Replied ${dateOf(row.replied_at)}, still open</span>`}
${files > 0 && html`<span class="badge badge-quiet">${files === 1 ? '1 file' : `${files} files`}</span>`}
${row.assignee !== null && html`<span class="badge badge-quiet"><bdi>${plainLine(row.assignee)}</bdi></span>`}</span>`;
}

function dueBadge(due: string, now: Date): Html {
  const isLate = Date.parse(due) < now.getTime();
  return html`<span class="badge ${isLate ? 'badge-warn' : 'badge-quiet'}">${isLate ? 'Overdue since' : 'Due'} ${dateOf(due)}</span>`;
}

/** The choices that the sender made in the form, such as the kind of a request. */
function choicesOf(forms: readonly FormDefinition[], row: InboxRow): string[] {
  const choices = forms.find(({ name }) => name === row.form)?.fields.filter(({ type }) => type === 'choice');
  const fields: Readonly<Record<string, string>> = JSON.parse(row.fields);
  return choices?.flatMap(({ name }) => plainLine(fields[name] ?? '')) ?? [];
}

function exportForm(query: InboxQuery): Html {
  return html`<details class="card"><summary>Export what this list shows, on all pages</summary>
<form method="post" action="${withQuery(CONSOLE.exportMessages, { ...query, page: undefined })}" class="fields">
${reasonField('Why', 'reason', EXPORT_REASONS)}
${select('format', 'Format', { csv: 'CSV, for spreadsheets', json: 'JSON, with the exact texts' })}
<p><button class="button button-quiet">Download</button></p></form></details>`;
}

export function deleteMain(
  rows: readonly InboxRow[],
  { next, warning }: { readonly next: string; readonly warning: string | undefined },
): Html {
  if (rows.length === 0)
    return empty(
      html`Nothing was ticked, or it has already been deleted. <a href="${next}">Back to the list</a>`,
    );
  return html`<p class="text-lead">This also deletes ${rows.length === 1 ? 'its files and the emails about it' : 'their files and the emails about them'}. It can’t be undone.</p>
${warning !== undefined && html`<p class="banner">${warning}</p>`}
<ul class="rows">${rows.map(
    (row) =>
      html`<li class="card"><strong><bdi>${senderOf(row)}</bdi></strong> <span class="soft">${timeOf(row.created_at)}</span><p class="said soft">${row.beginning}</p></li>`,
  )}</ul>
<form method="post" action="${CONSOLE.deleteMessages}" class="fields">${hidden({ id: rows.map(({ id }) => id), next })}
${reasonField('Why')}
<p class="inline"><button class="button button-danger">Delete for good</button> <a class="button button-quiet" href="${next}" data-key="u">Keep</a></p></form>`;
}

export function requestsMain(
  found: ListPage<InboxRow>,
  { forms, now }: Pick<InboxView, 'forms' | 'now'>,
): Html {
  const row = (one: InboxRow) => html`<li class="card row message-row" data-row>
<div class="message-start"><a id="${rowIdOf(one.id)}" href="${pathFor(CONSOLE.message, one.id)}?state=requests"${one.read_at === null && html` class="is-unread"`}><bdi>${senderOf(one)}</bdi></a>
<p class="said soft">${one.beginning}</p></div>
<div class="message-facts soft">${badges(one, now)}<br>${choicesOf(forms, one).join(', ') || `From the form “${titleOf(forms, one.form)}”`}<br>Sent ${timeOf(one.created_at)}<br>Reference <code>${referenceOf(one)}</code></div>
<form method="post" action="${CONSOLE.inbox}">${hidden({ id: one.id, press: 'answered', next: CONSOLE.requests })}<button class="button button-quiet button-small" data-key="e">Mark as answered</button></form></li>`;
  return html`<p>Requests about personal data, the first due first. <a href="${withQuery(CONSOLE.inbox, { state: 'answered' })}">Answered requests</a></p>
${list(found.rows.map(row), 'No request is waiting for an answer.', 'requests')}
${pages(CONSOLE.requests, {}, found, DUE_ORDER)}`;
}
