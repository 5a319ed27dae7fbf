import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CONSOLE, DELETE_ALONE_MOST, DELETE_DELAY_HOURS, may, REASON_NAMES } from '#contract/console.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { FormDefinition } from '#server/forms/form-definitions.ts';
import { assignSubmissions, markSubmissions } from '#server/forms/mark-submissions.ts';
import { quarantineSubmissions, releaseSubmission } from '#server/forms/release-submission.ts';
import { pagesOfSubmissions } from '#server/forms/stored-submissions.ts';
import { EXPORT_FORMATS, EXPORT_PAGE_SIZE, type ExportFormat } from '#server/forms/submissions-export.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { refuse } from '#server/http/refusal.ts';
import { askForDeletion, countDeletions, listPlanned } from './deletions.ts';
import { type ConsoleDeps, type MakeConsoleRoute, pathIn } from './guard.ts';
import { countUnread, listColleagues, listInbox, listRequests, readRows } from './inbox.ts';
import { deleteMain, inboxMain, requestsMain } from './inbox-page.ts';
import { filterOf, inboxPath, inboxQuery } from './inbox-query.ts';
import { auditOf, type Operator } from './operator.ts';
import { takeTold, tell } from './told.ts';

export type InboxDeps = ConsoleDeps & {
  readonly forms: readonly FormDefinition[];
  /** Who hears of messages. */
  readonly notifyTo: string;
};

/** Ticked at once: more than the rows of a page. */
const IDS_MOST = 200;
/** What is ticked comes as a text or a list. */
const ids = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((sent) => [sent].flat())
  .pipe(z.array(z.string().max(100)).max(IDS_MOST));
const reason = z.enum(REASON_NAMES, 'Please say why.');

const PRESSES = ['read', 'unread', 'done', 'undone', 'assign', 'quarantine', 'release'] as const;
/** A button names what to do, with those that are ticked or with the one message that stands behind the colon. */
const press = z
  .string('Please press one of the buttons.')
  .transform((sent) => sent.split(':', 2))
  .pipe(z.tuple([z.enum(PRESSES, 'There is no such button.')], z.string().max(100)));
const pressBody = z.object({ press, id: ids, to: ids, next: z.string().optional() });
const deleteQuery = z.object({ id: ids, next: z.string().optional() });
const deleteBody = deleteQuery.extend({ reason });
const exportBody = z.object({
  reason,
  format: z.enum(Object.keys(EXPORT_FORMATS) as ExportFormat[], 'Please choose CSV or JSON.'),
});

/** Messages of all forms: the list, what is done with several of them, their export and deletion. */
export function inboxRoutes(route: MakeConsoleRoute, deps: InboxDeps): void {
  const { db, clock } = deps;
  const view = { view: CONSOLE.inbox };
  const queryOf = (request: FastifyRequest) => parseQuery(request, inboxQuery);

  route({
    method: 'GET',
    url: CONSOLE.inbox,
    action: 'read-messages',
    handle: async (request, _reply, operator) => {
      const query = queryOf(request);
      await recordAlone(deps, { ...auditOf(operator), action: 'submissions-listed' });
      const filter = filterOf(query, operator.session.userId, clock());
      const planned = await listPlanned(db, plannedBy(operator));
      const main = inboxMain({
        ...(await listInbox(db, filter, query.page ?? 1)),
        query,
        forms: deps.forms,
        colleagues: await listColleagues(db),
        now: clock(),
        planned: planned.length,
      });
      return { ...view, title: 'Inbox', done: await takeTold(db, operator, inboxPath(query)), main };
    },
  });

  route({
    method: 'POST',
    url: CONSOLE.inbox,
    action: 'work-on-messages',
    handle: async (request, _reply, operator) => {
      const { press: pressed, id: ticked, to, next } = parseBody(request, pressBody);
      const [what, one] = pressed;
      const chosen = one === undefined ? ticked : [one];
      if (chosen.length === 0) await tell(db, operator, { words: 'Tick the messages first.' });
      else await tell(db, operator, await work(deps, operator, what, chosen, to));
      return { goTo: pathIn(next ?? CONSOLE.inbox) };
    },
  });

  route({
    method: 'GET',
    url: CONSOLE.unread,
    action: 'read-messages',
    isUse: false,
    handle: async (_request, reply) => reply.send({ unread: await countUnread(db) }),
  });

  route({
    method: 'POST',
    url: CONSOLE.exportMessages,
    action: 'export-messages',
    handle: async (request, reply, operator) => {
      const { reason: why, format } = parseBody(request, exportBody);
      const filter = filterOf(queryOf(request), operator.session.userId, clock());
      await recordAlone(deps, {
        ...auditOf(operator),
        action: 'submissions-exported',
        detail: `${format}, ${why}`,
      });
      const texts = EXPORT_FORMATS[format](() => pagesOfSubmissions(db, filter, EXPORT_PAGE_SIZE));
      const day = clock().toISOString().slice(0, 10);
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="messages-${day}.${format}"`)
        .send(Readable.from(texts));
    },
  });

  route({
    method: 'GET',
    url: CONSOLE.deleteMessages,
    action: 'delete-messages',
    handle: async (request, _reply, operator) => {
      const { id, next = CONSOLE.inbox } = parseQuery(request, deleteQuery);
      const rows = await readRows(db, id);
      const before = await countDeletions(deps, db, operator.session.userId);
      const warning =
        before + rows.length <= DELETE_ALONE_MOST
          ? undefined
          : `That is more than ${DELETE_ALONE_MOST} within a day, so it does not happen at once: another owner has to agree, or, where there is none, ${DELETE_DELAY_HOURS} hours pass.`;
      const title =
        rows.length === 0
          ? 'Nothing to delete'
          : rows.length === 1
            ? 'Delete this message?'
            : `Delete ${rows.length} messages?`;
      return { ...view, title, main: deleteMain(rows, { next: pathIn(next), warning }) };
    },
  });

  route({
    method: 'POST',
    url: CONSOLE.deleteMessages,
    action: 'delete-messages',
    needsProof: true,
    handle: async (request, _reply, operator) => {
      const { id, reason: why, next = CONSOLE.inbox } = parseBody(request, deleteBody);
      const asked =
        id.length === 0 ? { kind: 'gone' as const } : await askForDeletion(deps, operator, id, why);
      await tell(db, operator, { words: deletionWords(asked) });
      return { goTo: asked.kind === 'planned' ? CONSOLE.deletions : pathIn(next) };
    },
  });

  route({
    method: 'GET',
    url: CONSOLE.requests,
    action: 'read-messages',
    handle: async (request, _reply, operator) => {
      const { page = 1 } = parseQuery(request, inboxQuery.pick({ page: true }));
      await recordAlone(deps, { ...auditOf(operator), action: 'submissions-listed' });
      const found = await listRequests(db, page);
      return {
        title: 'Requests',
        view: CONSOLE.requests,
        done: await takeTold(db, operator, CONSOLE.requests),
        main: requestsMain(found, page, { forms: deps.forms, now: clock() }),
      };
    },
  });
}

/** Whose plans an operator sees: owners decide on all. */
export function plannedBy({ role, session }: Operator): string | undefined {
  return may(role, 'decide-deletions') ? undefined : session.userId;
}

const are = (count: number) => (count === 1 ? '1 message is' : `${count} messages are`);

type Told = Parameters<typeof tell>[2];

/** Does what a button says with messages, and tells how that is taken back. */
async function work(
  deps: InboxDeps,
  operator: Operator,
  what: (typeof PRESSES)[number],
  ids: readonly string[],
  to: readonly string[],
): Promise<Told> {
  const by = auditOf(operator);
  const told = (changed: readonly string[], words: string, undo?: string): Told => {
    if (changed.length === 0) return { words: 'Nothing had to be changed.' };
    return {
      words: `${are(changed.length)} ${words}.`,
      ...(undo === undefined ? {} : { undo: { press: undo, id: [...changed] } }),
    };
  };
  switch (what) {
    case 'read':
      return told(await markSubmissions(deps, ids, what, by), 'marked as read', 'unread');
    case 'unread':
      return told(await markSubmissions(deps, ids, what, by), 'marked as unread', 'read');
    case 'done':
      return told(await markSubmissions(deps, ids, what, by), 'done', 'undone');
    case 'undone':
      return told(await markSubmissions(deps, ids, what, by), 'open again', 'done');
    case 'quarantine': {
      const put = await quarantineSubmissions(deps, ids, by);
      if (put.length > 0) return told(put, 'in quarantine', 'release');
      return {
        words:
          'Nothing was put into quarantine: old messages would be removed there within days. Delete them instead.',
      };
    }
    case 'release': {
      const released: string[] = [];
      for (const id of ids)
        if ((await releaseSubmission(deps, id, by)).kind === 'released') released.push(id);
      if (released.length > 0) deps.wakeMail();
      return told(released, 'out of quarantine');
    }
    case 'assign': {
      const colleagues = await listColleagues(deps.db);
      const wanted = ids.map((id, at) => ({ id, to: (to.length === 1 ? to[0] : to[at]) || null }));
      if (wanted.some((one) => one.to !== null && !Object.hasOwn(colleagues, one.to)))
        refuse('FIELDS_NOT_VALID', {
          fields: [{ field: 'to', message: 'This operator does not work on messages any more.' }],
        });
      const before = await assignSubmissions(deps, wanted, by);
      const names = new Set(wanted.map((one) => (one.to === null ? 'nobody' : colleagues[one.to])));
      const words = names.size === 1 ? `assigned to ${[...names].join()}` : 'assigned as before';
      const changed = before.map(({ id }) => id);
      if (changed.length === 0) return told(changed, words);
      return {
        ...told(changed, words),
        undo: { press: 'assign', id: changed, to: before.map((one) => one.to ?? '') },
      };
    }
  }
}

function deletionWords(asked: Awaited<ReturnType<typeof askForDeletion>>): string {
  if (asked.kind === 'gone') return 'There was nothing to delete any more.';
  if (asked.kind === 'planned')
    return asked.dueAt === null
      ? `${are(asked.count)} not deleted yet: another owner has to agree.`
      : `${are(asked.count)} not deleted yet: it happens by itself in ${DELETE_DELAY_HOURS} hours, unless it is taken back.`;
  const kept =
    asked.kept === 0
      ? ''
      : ` ${are(asked.kept)} kept: a card payment is under way, and the message is received or removed by itself within a day.`;
  return `${are(asked.deleted)} deleted.${kept}`;
}
