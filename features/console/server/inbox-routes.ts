import { Readable } from 'node:stream';
import { z } from 'zod';
import { FIELDS_NOT_VALID } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { pathFor } from '#contract/paths.ts';
import { ACTIONS, CONSOLE, DELETIONS_A_DAY } from '#features/console/contract.ts';
import { formsOf } from '#features/forms/server/form-definitions.ts';
import {
  assignSubmissions,
  markSubmissions,
  QUARANTINED_UNTIL_DAYS,
  quarantineSubmissions,
  releaseSubmission,
} from '#features/forms/server/mark-submissions.ts';
import { findByReference, pagesOfSubmissions } from '#features/forms/server/stored-submissions.ts';
import {
  EXPORT_FORMATS,
  EXPORT_PAGE_SIZE,
  type ExportFormat,
} from '#features/forms/server/submissions-export.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { type ConsoleRoutes, type FlashMessage, ONLY_A_NUMBER, type Operator } from '#server/console-view.ts';
import { hasRow } from '#server/database/rows.ts';
import { exportReason, list, reason } from '#server/http/form-fields.ts';
import { refuse } from '#server/http/refusal.ts';
import { dayOf, plural } from '#server/time.ts';
import { SUBMISSIONS_EXPORTED, SUBMISSIONS_LISTED } from './audit-actions.ts';
import { countDeletions, type DeletedMessages, deleteMessages } from './deletions.ts';
import type { ConsoleDeps } from './guard.ts';
import {
  countUnread,
  exportQuery,
  filterOf,
  INBOX_STATES,
  inboxQuery,
  listColleagues,
  listInbox,
  listRequests,
  readRows,
  requestsAmong,
} from './inbox.ts';
import { deleteMain, inboxMain, requestsMain } from './inbox-page.ts';
import { withQuery } from './keyset-pages.ts';
import { toProblem } from './page.ts';
import { pathIn } from './refused-pages.ts';

/** The maximum number of messages that one request may change. A page shows fewer. */
const IDS_MOST = 200;
const ids = list.pipe(z.array(id).max(IDS_MOST));
/** One assignee for all ticked messages, or one for each message. An empty text means that nobody is assigned. */
const assignees = list.pipe(z.array(id.or(z.literal(''))).max(IDS_MOST));

/** `done` skips requests about personal data, because only `answered` finishes them. */
const PRESSES = ['read', 'unread', 'done', 'answered', 'undone', 'assign', 'quarantine', 'release'] as const;
/** A pressed button's value: an action for the ticked messages, such as `done`, or `done:<id>` for one message. */
const press = z
  .string('Please press one of the buttons.')
  .transform((sent) => sent.split(':', 2))
  .pipe(z.tuple([z.enum(PRESSES, 'There is no such button.')], id));
const next = z.string().default(CONSOLE.inbox).transform(pathIn);
const pressBody = z.object({ press, id: ids, assignee: assignees, next });
const unreadQuery = z.object({ since: z.iso.datetime().optional().catch(undefined) });
const deleteQuery = z.object({ id: ids, next });
const deleteBody = deleteQuery.extend({ reason });
const exportBody = z.object({
  reason: exportReason,
  format: z.enum(Object.keys(EXPORT_FORMATS) as ExportFormat[], 'Please choose CSV or JSON.'),
});

export function inboxRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db, clock } = deps;
  const forms = formsOf(deps);

  route.get(
    CONSOLE.inbox,
    {
      action: ACTIONS.readMessages,
      query: inboxQuery,
      audit: ({ query: { words } }) => ({
        action: SUBMISSIONS_LISTED,
        detail: words === undefined ? undefined : 'by words',
      }),
    },
    async ({ query: { form, ...others }, operator }) => {
      const isKnown = forms.some(({ name }) => name === form);
      const query = { ...others, form: isKnown ? form : undefined };
      const referred = query.words && (await findByReference(db, query.words));
      if (referred) return { goTo: withQuery(pathFor(CONSOLE.message, referred), { state: 'all' }) };
      const found = await listInbox(db, filterOf(query, operator), query);
      const colleagues = await listColleagues(db);
      const main = inboxMain({ ...found, query, forms, colleagues, now: clock() });
      const title = query.state === 'answered' ? INBOX_STATES.answered : 'Inbox';
      return { title, main };
    },
  );

  const work = { action: ACTIONS.workOnMessages, body: pressBody };
  route.post(CONSOLE.inbox, work, async ({ body: { press, id: ticked, assignee, next }, operator }) => {
    const [what, one] = press;
    const chosen = one === undefined ? ticked : [one];
    const flash =
      chosen.length === 0
        ? { words: 'Tick the messages first.' }
        : await workOn(deps, operator, what, chosen, assignee);
    return { goTo: next, flash };
  });

  route.get(
    CONSOLE.unread,
    { action: ACTIONS.readMessages, query: unreadQuery, isUse: false, audit: ONLY_A_NUMBER },
    async ({ reply, query: { since } }) =>
      reply.send({
        unread: await countUnread(db),
        news: since === undefined ? 0 : await countUnread(db, since),
      }),
  );

  route.post(
    CONSOLE.exportMessages,
    { action: ACTIONS.exportMessages, query: exportQuery, body: exportBody, proof: true },
    async ({ query, body: { reason, format }, reply, operator, stillHere }) => {
      const filter = filterOf(query, operator);
      const detail = `${format}, ${reason}`;
      await recordAlone(deps, { ...operator.by, action: SUBMISSIONS_EXPORTED, detail });
      const texts = EXPORT_FORMATS[format](async function* () {
        for await (const page of pagesOfSubmissions(db, filter, EXPORT_PAGE_SIZE)) {
          await stillHere();
          yield page;
        }
      });
      const day = dayOf(clock());
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="messages-${day}.${format}"`)
        .send(Readable.from(texts));
    },
  );

  route.get(
    CONSOLE.deleteMessages,
    {
      action: ACTIONS.deleteMessages,
      query: deleteQuery,
      audit: { action: SUBMISSIONS_LISTED, detail: 'before a deletion' },
    },
    async ({ query: { id, next }, operator }) => {
      const rows = await readRows(db, id);
      const before = await countDeletions(deps, db, operator.session.userId);
      const isMany = before + rows.length > DELETIONS_A_DAY;
      const ofMany = operator.role === 'owner' ? MANY_ARE_TOLD : TOO_MANY;
      const main = deleteMain(rows, { next, warning: isMany ? ofMany : undefined });
      return { title: deletionTitle(rows.length), main };
    },
  );

  route.post(
    CONSOLE.deleteMessages,
    { action: ACTIONS.deleteMessages, body: deleteBody, proof: true },
    async ({ body: { id, reason, next }, operator }) => {
      const result = await deleteMessages(deps, operator, id, reason);
      if (result === 'too-many') return toProblem(next, `Nothing was deleted. ${TOO_MANY}`);
      return { goTo: next, flash: { words: deletionWords(result) } };
    },
  );

  route.get(
    CONSOLE.requests,
    {
      action: ACTIONS.readMessages,
      query: inboxQuery.pick({ page: true }),
      audit: { action: SUBMISSIONS_LISTED, detail: 'requests' },
    },
    async ({ query }) => {
      const main = requestsMain(await listRequests(db, query), { forms, now: clock() });
      return { title: 'Requests', main };
    },
  );
}

const MANY_ARE_TOLD = `That is more than ${DELETIONS_A_DAY} in a day, so all owners are told by email.`;
const TOO_MANY = `That is more than ${DELETIONS_A_DAY} in a day. Ask an owner, or continue tomorrow.`;

const DELETED_MEANWHILE = { words: 'This was deleted in the meantime.', isProblem: true } as const;
const TOO_OLD = `Messages older than ${QUARANTINED_UNTIL_DAYS} days would be removed from there within a week. Delete them instead.`;
const NOT_RECEIVED = 'Only received messages can go there.';

function deletionTitle(count: number): string {
  if (count === 0) return 'Nothing to delete';
  return count === 1 ? 'Delete this message?' : `Delete ${count} messages?`;
}

const are = (count: number, what = 'message') => `${plural(count, what)} ${count === 1 ? 'is' : 'are'}`;

/** Applies a button’s action to messages. Returns the text that the next page shows, and how to undo the action. */
async function workOn(
  deps: ConsoleDeps,
  operator: Operator,
  what: (typeof PRESSES)[number],
  ids: readonly string[],
  assignee: readonly string[],
): Promise<FlashMessage> {
  const by = operator.by;
  if (ids.length > 0 && !(await hasRow(deps.db, 'submissions', { id: ids }))) return DELETED_MEANWHILE;
  const requests = await requestsAmong(deps.db, ids);
  const isOfRequests = (changed: readonly string[]) => changed.every((id) => requests.has(id));
  const told = (changed: readonly string[], words: string, press?: string, to?: string[]): FlashMessage => {
    if (changed.length === 0) return { words: 'There was nothing to change.' };
    const fields = { press: press ?? '', id: [...changed], ...(to && { assignee: to }) };
    return {
      words: `${are(changed.length, isOfRequests(changed) ? 'request' : 'message')} ${words}.`,
      ...(press !== undefined && { undo: { to: CONSOLE.inbox, fields } }),
    };
  };
  switch (what) {
    case 'read':
      return told(await markSubmissions(deps, ids, what, by), 'marked as read', 'unread');
    case 'unread':
      return told(await markSubmissions(deps, ids, what, by), 'marked as unread', 'read');
    case 'done': {
      const others = ids.filter((id) => !requests.has(id));
      const left = `${plural(requests.size, 'request')} about personal data ${requests.size === 1 ? 'was' : 'were'} left as before. Requests are marked as answered under “Requests”.`;
      if (others.length === 0) return { words: `Nothing was changed: ${left}`, isProblem: true };
      const done = told(await markSubmissions(deps, others, 'done', by), 'done', 'undone');
      return requests.size === 0 ? done : { ...done, words: `${done.words} ${left}` };
    }
    case 'answered': {
      const changed = await markSubmissions(deps, ids, 'done', by);
      return told(changed, isOfRequests(changed) ? 'marked as answered' : 'done', 'undone');
    }
    case 'undone':
      return told(await markSubmissions(deps, ids, what, by), 'open again', 'answered');
    case 'quarantine': {
      const put = await quarantineSubmissions(deps, ids, by);
      const left = ids.length - put.length;
      const isOld = left > 0 && (await hasRow(deps.db, 'submissions', { id: ids, state: 'received' }));
      const why = isOld ? TOO_OLD : NOT_RECEIVED;
      if (put.length === 0) return { words: `Nothing was moved to quarantine. ${why}`, isProblem: true };
      const moved = told(put, 'in quarantine', 'release');
      return left === 0 ? moved : { ...moved, words: `${moved.words} ${are(left)} as before. ${why}` };
    }
    case 'release': {
      const released: string[] = [];
      for (const id of ids) if (await releaseSubmission(deps, id, by)) released.push(id);
      if (released.length > 0) deps.wakeMail();
      return told(released, 'released from quarantine');
    }
    case 'assign': {
      const colleagues = await listColleagues(deps.db);
      const wanted = ids.map((id, at) => ({ id, to: assignee[assignee.length === 1 ? 0 : at] || null }));
      if (wanted.some((one) => one.to !== null && !Object.hasOwn(colleagues, one.to)))
        refuse(FIELDS_NOT_VALID, {
          fields: [{ field: 'assignee', message: 'This operator no longer works on messages.' }],
        });
      const before = await assignSubmissions(deps, wanted, by);
      const names = new Set(wanted.map((one) => (one.to === null ? 'nobody' : colleagues[one.to])));
      const words = names.size === 1 ? `assigned to ${[...names].join()}` : 'assigned as before';
      return told(
        before.map(({ id }) => id),
        words,
        'assign',
        before.map(({ to }) => to ?? ''),
      );
    }
  }
}

function deletionWords({ deleted, kept }: DeletedMessages): string {
  if (deleted + kept === 0) return 'There was nothing left to delete.';
  const reason =
    'a card payment is under way. Within a day, the message is received or removed automatically';
  return `${are(deleted)} deleted.${kept === 0 ? '' : ` ${are(kept)} kept: ${reason}.`}`;
}
