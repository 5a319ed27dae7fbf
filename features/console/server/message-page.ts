import { moneyText } from '#contract/money.ts';
import type { Role } from '#contract/operators.ts';
import { pathFor } from '#contract/paths.ts';
import { cutTo } from '#contract/text.ts';
import { ACTIONS, CONSOLE, may } from '#features/console/contract.ts';
import { formsOf, titleOf } from '#features/forms/server/form-definitions.ts';
import { answerAddress } from '#features/forms/server/notification.ts';
import { SPECIAL } from '#features/forms/server/read-form.ts';
import { referenceOf, type StoredSubmission } from '#features/forms/server/stored-submissions.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { Operator, Typed } from '#server/console-view.ts';
import { findRows } from '#server/database/rows.ts';
import { facts, type Html, hidden, html, pressForm, section, select, timeOf } from '#server/html/html.ts';
import { SUBJECT_MOST } from '#server/http/form-fields.ts';
import { plainLine } from '#server/printable-text.ts';
import { linesAbout, linesList } from './audit-lines.ts';
import type { ConsoleDeps } from './guard.ts';
import { findNeighbours, type InboxQuery, inboxPath, listColleagues, listReplies } from './inbox.ts';
import { badges, endingOf, moreTools, rowIdOf } from './inbox-page.ts';
import { DUE_ORDER, NEWEST_ORDER, withQuery } from './keyset-pages.ts';
import { listNotes, notesSection } from './notes.ts';

export const REPLY_MOST = 20_000;
/** Characters of a message that a `mailto:` link quotes. Mail programs refuse long links. */
const QUOTED_MOST = 1_200;

export async function readView(
  deps: ConsoleDeps,
  message: StoredSubmission,
  query: InboxQuery,
  operator: Operator,
) {
  const { db, clock, keyring } = deps;
  const { id } = message;
  const ids = [message.user_id ?? '', message.assigned_to ?? ''];
  const people = await findRows(db, 'users', ['id', 'name', 'email'], { id: ids });
  const subjects = keyring.map((secret) => hashedId(secret, 'subject', id));
  return {
    ...{ message, query, role: operator.role, forms: formsOf(deps), now: clock() },
    ...(await findNeighbours(db, query, operator, message)),
    /** The address of the account that sent the message. */
    account: people.find((person) => person.id === message.user_id)?.email,
    assignee: people.find((person) => person.id === message.assigned_to)?.name ?? null,
    colleagues: await listColleagues(db),
    notes: await listNotes(db, { submission_id: id }),
    replies: await listReplies(db, id),
    lines: await linesAbout(deps, subjects),
  };
}
type MessageView = Awaited<ReturnType<typeof readView>>;

const SPECIAL_LABELS: Readonly<Record<string, string>> = {
  [SPECIAL.subject]: 'Subject',
  [SPECIAL.replyTo]: 'Reply to',
};

/** @param typed an answer that was not sent, because a colleague had answered in the meantime */
export function messageMain(view: MessageView, typed: Typed | undefined): Html {
  const { message, query, previous, next, forms } = view;
  const [back, forth] = query.state === 'requests' ? DUE_ORDER : NEWEST_ORDER;
  const pathTo = (id: string) => withQuery(pathFor(CONSOLE.message, id), query);
  const step = (id: string | undefined, label: string, key: string) =>
    id !== undefined &&
    html`<a class="button button-quiet button-small" href="${pathTo(id)}" data-key="${key}">${label}</a>`;
  const others = Object.entries(message.fields);
  const fieldsOf = forms.find(({ name }) => name === message.form)?.fields ?? [];
  return html`<nav class="bar" aria-label="Messages"><a class="button button-quiet button-small" href="${query.unread ? listAfter(view) : listAt(query, message.id)}" data-key="u">Back to the list</a>
${step(previous, back, 'k')}${step(next, forth, 'j')}</nav>
${tools(view)}
<p class="soft">${titleOf(forms, message.form)}, ${timeOf(message.created_at)}${badges({ ...message, files: message.files.length, assignee: view.assignee }, view.now)}</p>
${message.message !== '' && html`<div class="card said message-text">${message.message}</div>`}
${
  others.length > 0 &&
  facts(
    others.map(([name, value]) => [
      html`<bdi>${fieldsOf.find((field) => field.name === name)?.label ?? SPECIAL_LABELS[name] ?? plainLine(name)}</bdi>`,
      html`<div class="said">${value}</div>`,
    ]),
    'facts card',
  )
}
${filesSection(message)}
${messageFacts(view)}
${replySection(view, typed)}
${notesSection(withQuery(pathFor(CONSOLE.message, message.id), query), view.notes)}
<details class="card"><summary>What was done with this message</summary>${linesList(view.lines)}</details>`;
}

const listAt = (query: InboxQuery, id: string) => `${inboxPath(query)}#${rowIdOf(id)}`;

/** The URL of the list, at the next message. Used after an action that removes this message from the list. */
function listAfter({ query, previous, next }: MessageView): string {
  const id = next ?? previous;
  return id === undefined ? inboxPath(query) : listAt(query, id);
}

function tools(view: MessageView): Html {
  const { message, query, colleagues, forms } = view;
  const { id, state, done_at, due_at } = message;
  const here = withQuery(pathFor(CONSOLE.message, id), query);
  const list = listAfter(view);
  const press = (name: string, label: string, next: string, key?: string) =>
    pressForm(CONSOLE.inbox, { id, press: name, next }, label, 'button-quiet', key);
  const isFileable =
    state === 'received' && done_at === null && due_at === null && forms.some((form) => form.hasDueDate);
  return html`<div class="bar list-tools message-tools">
${state === 'received' && (done_at === null ? press(...endingOf(message), list, 'e') : press('undone', due_at === null ? 'Not done' : 'Not answered', here))}
<a class="button button-quiet button-small" href="#answer" data-key="r">Reply</a>
<a class="button button-danger button-small" href="${withQuery(CONSOLE.deleteMessages, { id, next: list })}" data-key="#">Delete…</a>
${moreTools(html`${press('unread', 'Unread', listAt(query, id))}
${state === 'received' && press('quarantine', 'Quarantine', list)}${state === 'quarantined' && press('release', 'Release from quarantine', here)}
${isFileable && pressForm(here, { do: 'file' }, 'File as a data request')}
<form method="post" action="${CONSOLE.inbox}" class="inline">${hidden({ id, press: 'assign', next: here })}${select('assignee', 'Assigned to', { '': 'Nobody', ...colleagues }, message.assigned_to ?? '')}<button class="button button-quiet button-small">Assign</button></form>`)}
</div>`;
}

function filesSection({ files }: StoredSubmission): Html {
  if (files.length === 0) return html``;
  return section(
    'files',
    'Files',
    html`<p class="soft">These come from a stranger, and nobody has checked them. You can download them, but they are never shown here.</p>
<ul>${files.map(
      ({ id, name, size, field, type }) =>
        html`<li><a href="${pathFor(CONSOLE.file, id)}" target="_blank" rel="noopener"><bdi>${plainLine(name)}</bdi></a> <span class="soft">${Math.ceil(size / 1024)} KiB, said to be <bdi>${plainLine(type)}</bdi>, field <bdi>${plainLine(field)}</bdi></span></li>`,
    )}</ul>`,
  );
}

function messageFacts({ message, account, role }: MessageView): Html {
  const { amount, currency, payment_intent: intent, due_at: due, user_id: userId } = message;
  const accountLine =
    userId === null
      ? html`Not signed in: the name and address may be anyone’s.${
          message.email !== '' &&
          may(role, ACTIONS.readPeople) &&
          html` <a href="${CONSOLE.people}?q=${encodeURIComponent(message.email)}">Look up the address under People</a>`
        }`
      : may(role, ACTIONS.readPeople)
        ? html`<a href="${pathFor(CONSOLE.person, userId)}"><bdi>${account}</bdi></a>`
        : html`<bdi>${account}</bdi>`;
  const said = (text: string) => text !== '' && html`<bdi>${plainLine(text)}</bdi>`;
  return facts(
    [
      ['Name', said(message.name)],
      ['Address', said(message.email)],
      ['Account', accountLine],
      ['Reference', html`<code>${referenceOf(message)}</code>`],
      [
        'Payment',
        amount !== null && currency !== null && `${moneyText(amount, currency)} (${intent ?? 'not started'})`,
      ],
      ['Answer by', due !== null && timeOf(due)],
      [due === null ? 'Done' : 'Answered', message.done_at !== null && timeOf(message.done_at)],
    ],
    'facts card',
  );
}

const subjectOf = (message: StoredSubmission) =>
  cutTo(
    `Re: ${plainLine(message.fields[SPECIAL.subject] ?? '') || `your message ${referenceOf(message)}`}`,
    SUBJECT_MOST,
  );

function mailtoOf(to: string, message: StoredSubmission): string {
  const quoted = cutTo(message.message, QUOTED_MOST)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const part = (text: string) => encodeURIComponent(text.toWellFormed());
  return `mailto:${part(to)}?subject=${part(subjectOf(message))}&body=${part(`\r\n\r\n${quoted}\r\n`)}`;
}

const REQUEST_ADVICE =
  'If the sender was not signed in, make sure that it’s them before you send or erase anything: the link from “Your rights” reaches only those who read the mailbox. If you refuse, give the reason.';
const STAYS_OPEN =
  'Untick this if you only ask for something, such as a proof that it’s them. The request then stays under “Requests”, with its due date.';

function whatBecame({ id, state, sent_at, last_error }: MessageView['replies'][number], role: Role): Html {
  if (state !== 'dead')
    return html`<span class="badge badge-quiet">${sent_at === null ? 'waiting' : 'sent'}</span>`;
  const mail = may(role, ACTIONS.readMails) && html` <a href="${pathFor(CONSOLE.mail, id)}">Try it again</a>`;
  return html`<span class="badge badge-warn">not delivered</span> ${last_error}${mail}`;
}

function replySection({ message, query, replies, role }: MessageView, typed: Typed | undefined): Html {
  const to = answerAddress(message, message.fields);
  const here = withQuery(pathFor(CONSOLE.message, message.id), query);
  const isOpen = message.state === 'received' && message.done_at === null;
  const isRequest = message.due_at !== null;
  return section(
    'reply',
    'Reply',
    html`${
      replies.length > 0 &&
      html`<ul>${replies.map((reply) => html`<li>${timeOf(reply.created_at)}: <bdi>${reply.subject}</bdi> ${whatBecame(reply, role)}</li>`)}</ul>`
    }
${
  to === undefined
    ? html`<p>The sender left no address to reply to.</p>`
    : html`<p>To <bdi>${to}</bdi>, quoting the message. <a href="${mailtoOf(to, message)}">Write in your email program instead</a></p>
${isOpen && isRequest && html`<p class="soft">${REQUEST_ADVICE}</p>`}
<form method="post" action="${here}" class="fields wide">${hidden({ do: 'reply', seen: String(replies.length) })}
<label class="field"><span>Subject</span><input class="input" name="subject" required aria-describedby="subject-hint" value="${typed?.subject ?? subjectOf(message)}"></label>
<p class="soft" id="subject-hint">At most ${SUBJECT_MOST} characters.</p>
<label class="field"><span>Your answer</span><textarea class="input" id="answer" name="text" rows="7" required>${typed?.text}</textarea></label>
${isOpen && html`<label class="choice"><input type="checkbox" class="tick" name="done" value="1"${(!typed || typed.done) && html` checked`}> and mark the ${isRequest ? 'request as answered' : 'message as done'}</label>${isRequest && html`<p class="soft">${STAYS_OPEN}</p>`}`}
<p><button class="button button-dawn">Send</button></p></form>`
}`,
  );
}
