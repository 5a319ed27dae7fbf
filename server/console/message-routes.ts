import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import { pathFor } from '#contract/paths.ts';
import type { AuditedAction } from '#server/audit/actions.ts';
import { recordAction, recordAlone } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { markSubmissions } from '#server/forms/mark-submissions.ts';
import { plainLine } from '#server/forms/plain-line.ts';
import { replyToSubmission } from '#server/forms/reply-submission.ts';
import { safeFileName } from '#server/forms/save-file.ts';
import { readFile, readSubmission } from '#server/forms/stored-submissions.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { refuse } from '#server/http/refusal.ts';
import type { MakeConsoleRoute } from './guard.ts';
import { findNeighbours, linesAbout, listColleagues, listNotes, listReplies } from './inbox.ts';
import { senderOf } from './inbox-page.ts';
import { filterOf, inboxPath, inboxQuery, withQuery } from './inbox-query.ts';
import type { InboxDeps } from './inbox-routes.ts';
import { messageMain, NOTE_MOST, REPLY_MOST } from './message-page.ts';
import { auditOf, type Operator } from './operator.ts';
import { takeTold, tell } from './told.ts';

const text = (most: number) =>
  z
    .string('Please write something.')
    .transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim())
    .pipe(z.string().min(1, 'Please write something.').max(most, `Please write at most ${most} characters.`));
const messageBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('note'), text: text(NOTE_MOST) }),
  z.object({ do: z.literal('delete-note'), note: z.string() }),
  z.object({
    do: z.literal('reply'),
    subject: text(200),
    text: text(REPLY_MOST),
    done: z.string().optional(),
  }),
]);
const idParams = z.object({ id: z.string() });
const idOf = ({ params }: FastifyRequest) => idParams.parse(params).id;

/** Of a file: a browser that opens it all the same runs nothing in it. */
const FILE_POLICY = "default-src 'none'; sandbox";

/** One message: all of it, its files, notes and answers. */
export function messageRoutes(route: MakeConsoleRoute, deps: InboxDeps): void {
  const { db, clock } = deps;

  route({
    method: 'GET',
    url: CONSOLE.message,
    action: 'read-messages',
    handle: async (request, _reply, operator) => {
      const query = parseQuery(request, inboxQuery);
      const message = (await readSubmission(db, idOf(request))) ?? refuse('PATH_NOT_FOUND');
      const { id } = message;
      const { userId } = operator.session;
      await noteReading(deps, operator, id);
      const people = await db
        .selectFrom('users')
        .select(['id', 'name', 'email'])
        .where('id', 'in', [message.user_id ?? '', message.assigned_to ?? ''])
        .execute();
      const colleagues = await listColleagues(db);
      const main = messageMain({
        message,
        query,
        ...(await findNeighbours(db, filterOf(query, userId, clock()), message)),
        account: people.find((person) => person.id === message.user_id)?.email,
        assignee: people.find((person) => person.id === message.assigned_to)?.name ?? null,
        colleagues,
        notes: await listNotes(db, id),
        replies: await listReplies(db, id),
        lines: await linesAbout(deps, id),
        forms: deps.forms,
        role: operator.role,
        now: clock(),
      });
      const done = await takeTold(db, operator, withQuery(pathFor(CONSOLE.message, id), query));
      return { title: senderOf(message), view: CONSOLE.inbox, done, main };
    },
  });

  route({
    method: 'POST',
    url: CONSOLE.message,
    action: 'work-on-messages',
    handle: async (request, _reply, operator) => {
      const query = parseQuery(request, inboxQuery);
      const asked = parseBody(request, messageBody);
      const message = (await readSubmission(db, idOf(request))) ?? refuse('PATH_NOT_FOUND');
      const here = withQuery(pathFor(CONSOLE.message, message.id), query);
      const by = auditOf(operator);
      const author = operator.session.userId;
      if (asked.do === 'note') {
        await changeNotes(deps, operator, message.id, 'note-written', (tx) =>
          tx.insertInto('operator_notes').values({
            id: deps.newId(),
            submission_id: message.id,
            user_id: null,
            author_id: author,
            text: asked.text,
            created_at: clock().toISOString(),
          }),
        );
        return { goTo: here };
      }
      if (asked.do === 'delete-note') {
        await changeNotes(deps, operator, message.id, 'note-deleted', (tx) =>
          tx
            .deleteFrom('operator_notes')
            .where('id', '=', asked.note)
            .where('submission_id', '=', message.id),
        );
        return { goTo: here };
      }
      const answer = { subject: plainLine(asked.subject), text: asked.text };
      const result = await replyToSubmission(deps, message, answer, { ...by, author });
      if (result === 'stored' && asked.done !== undefined)
        await markSubmissions(deps, [message.id], 'done', by);
      await tell(db, operator, { words: REPLY_WORDS[result] });
      return { goTo: result === 'stored' && asked.done !== undefined ? inboxPath(query) : here };
    },
  });

  route({
    method: 'GET',
    url: CONSOLE.file,
    action: 'read-messages',
    handle: async (request, reply, operator) => {
      const id = idOf(request);
      const file = await db
        .selectFrom('submission_files')
        .select(['submission_id', 'name'])
        .where('id', '=', id)
        .executeTakeFirst();
      const content = file && (await readFile(db, id));
      if (file === undefined || content === undefined) return refuse('PATH_NOT_FOUND');
      await recordAlone(deps, {
        ...auditOf(operator),
        action: 'submission-file-read',
        subject: file.submission_id,
      });
      return reply
        .type('application/octet-stream')
        .header('content-disposition', attachmentNamed(file.name))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', FILE_POLICY)
        .send(content);
    },
  });
}

const REPLY_WORDS = {
  stored: 'Your answer is on its way.',
  'no-address': 'The sender left no address, so nothing was sent.',
  'too-many': 'Too many answers were sent to this message lately. Please write from your mail program.',
} as const;

/** A stranger's file name in a header: a plain one for every program, and the letters of all scripts for those that know them. */
export function attachmentNamed(name: string): string {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\w. ()-]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Reading is an audit line, and takes the mark of the unread away. */
async function noteReading(deps: InboxDeps, operator: Operator, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await recordAction(deps, tx, { ...auditOf(operator), action: 'submission-shown', subject: id });
    await tx
      .updateTable('submissions')
      .set({ read_at: deps.clock().toISOString() })
      .where('id', '=', id)
      .where('read_at', 'is', null)
      .execute();
  });
}

function changeNotes(
  deps: InboxDeps,
  operator: Operator,
  subject: string,
  action: AuditedAction,
  change: (tx: Tx) => { execute: () => Promise<unknown> },
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await change(tx).execute();
    await recordAction(deps, tx, { ...auditOf(operator), action, subject });
  });
}
