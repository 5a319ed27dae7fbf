import { z } from 'zod';
import { PATH_NOT_FOUND } from '#contract/errors.ts';
import { id } from '#contract/fields.ts';
import { pathFor } from '#contract/paths.ts';
import { ACTIONS, CONSOLE, OPERATOR_NOTE_MAX_LENGTH } from '#features/console/contract.ts';
import { MESSAGE_DELETED } from '#features/console/refusals.ts';
import { formsOf } from '#features/forms/server/form-definitions.ts';
import { fileAsRequest, markSubmissions, unfileRequest } from '#features/forms/server/mark-submissions.ts';
import { replyToSubmission } from '#features/forms/server/reply-submission.ts';
import { readFile, readSubmission } from '#features/forms/server/stored-submissions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { type ConsolePage, type ConsoleRoutes, WRITTEN_BY_HANDLER } from '#server/console-view.ts';
import { findRow, updateRows } from '#server/database/rows.ts';
import { html } from '#server/html/html.ts';
import { letter, subject } from '#server/http/form-fields.ts';
import { refuse } from '#server/http/refusal.ts';
import { plainLine, safeFileName } from '#server/printable-text.ts';
import { SUBMISSION_FILE_READ, SUBMISSION_SHOWN } from './audit-actions.ts';
import { askedAgain, type ConsoleDeps } from './guard.ts';
import { type InboxQuery, inboxPath, inboxQuery } from './inbox.ts';
import { senderOf } from './inbox-page.ts';
import { withQuery } from './keyset-pages.ts';
import { messageMain, REPLY_MOST, readView } from './message-page.ts';
import { deleteNote, isAnswer, listNotes, NOTE_DONE, writeNote } from './notes.ts';
import { toProblem } from './page.ts';
import { dayFormat } from './times.ts';

const messageBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('note'), text: letter(OPERATOR_NOTE_MAX_LENGTH) }),
  z.object({ do: z.literal('delete-note'), note: id }),
  z.object({ do: z.literal('file') }),
  z.object({ do: z.literal('unfile') }),
  z.object({
    do: z.literal('reply'),
    subject,
    text: letter(REPLY_MOST),
    done: z.literal('1').optional(),
    /** The number of answers that the operator's page showed. It reveals whether a colleague has answered in the meantime. */
    seen: z.coerce.number().default(Number.POSITIVE_INFINITY),
  }),
]);

/** The content security policy of a downloaded file, so that a browser that opens the file runs nothing in it. */
const FILE_POLICY = "default-src 'none'; sandbox";

export function messageRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db } = deps;

  route.get(
    CONSOLE.message,
    {
      action: ACTIONS.readMessages,
      query: inboxQuery,
      audit: ({ id }) => ({ action: SUBMISSION_SHOWN, subject: id }),
    },
    async ({ query, operator, id, typed }) => {
      const message = await readSubmission(db, id);
      if (message === undefined) return nothingAt(query);
      await updateRows(db, 'submissions', { id, read_at: null }, { read_at: deps.clock().toISOString() });
      const main = messageMain(await readView(deps, message, query, operator), typed);
      return { title: senderOf(message), main };
    },
  );

  const change = { action: ACTIONS.workOnMessages, query: inboxQuery, body: messageBody };
  route.post(CONSOLE.message, change, async ({ query, body: asked, operator, id }) => {
    const message = (await readSubmission(db, id)) ?? refuse(MESSAGE_DELETED);
    const here = withQuery(pathFor(CONSOLE.message, id), query);
    // Locks the message, because it may have been deleted since it was read.
    const stillMay = askedAgain(async (tx) => {
      if ((await updateRows(tx, 'submissions', { id }, { id })) === 0) refuse(MESSAGE_DELETED);
      await operator.by.stillMay?.(tx);
    });
    const by = { ...operator.by, stillMay };
    const author = operator.session.userId;
    const about = { submission_id: id };
    if (asked.do === 'reply') {
      const answer = { subject: plainLine(asked.subject), text: asked.text };
      const result = await replyToSubmission(
        deps,
        message,
        { ...answer, seen: asked.seen },
        { ...by, author },
      );
      if (result === 'answered') {
        const [last] = (await listNotes(db, about)).filter(isAnswer);
        const who = plainLine(last?.author ?? '') || 'A colleague';
        return toProblem(here, `${who} ${ANSWERED_MEANWHILE}`, { ...answer, done: asked.done });
      }
      if (result !== 'stored') return toProblem(here, NOT_SENT[result], { ...answer, done: asked.done });
      const words = deps.settings.smtpUrl === undefined ? HELD : 'Your answer is on its way.';
      if (asked.done === undefined) return { goTo: here, flash: { words } };
      const marked = await markSubmissions(deps, [id], 'done', by);
      const goTo = inboxPath(query);
      if (marked.length === 0) return { goTo, flash: { words } };
      const ending = message.due_at === null ? 'The message is done.' : 'The request is marked as answered.';
      const undo = { to: CONSOLE.inbox, fields: { press: 'undone', id: marked } };
      return { goTo, flash: { words: `${words} ${ending}`, undo } };
    }
    if (asked.do === 'file') {
      const due = await fileAsRequest(deps, id, by);
      if (due === undefined) return toProblem(here, 'It was filed as a request in the meantime.');
      const day = dayFormat(operator.timeZone).format(new Date(due));
      const words = `Filed under Requests, to be answered by ${day}. The sender was not told.`;
      return { goTo: here, flash: { words, undo: { to: here, fields: { do: 'unfile' } } } };
    }
    if (asked.do === 'unfile') {
      // A message that arrived as a request about personal data cannot become an ordinary message.
      const isOwn = formsOf(deps).some(({ name, hasDueDate }) => name === message.form && hasDueDate);
      if (isOwn || !(await unfileRequest(deps, id, by)))
        return toProblem(here, 'The request stays: it came as one, or was answered in the meantime.');
      return { goTo: here, flash: { words: 'It is a message in the inbox again.' } };
    }
    if (asked.do === 'note') await writeNote(deps, about, { author, text: asked.text }, by);
    else await deleteNote(deps, about, asked.note, by);
    return { goTo: here, flash: { words: NOTE_DONE[asked.do] } };
  });

  route.get(
    CONSOLE.file,
    { action: ACTIONS.readMessages, audit: WRITTEN_BY_HANDLER },
    async ({ reply, operator, id }) => {
      const file = await findRow(db, 'submission_files', ['submission_id', 'name'], { id });
      const content = file && (await readFile(db, id));
      if (file === undefined || content === undefined) return refuse(PATH_NOT_FOUND);
      const { submission_id: subject, name } = file;
      await recordAlone(deps, { ...operator.by, action: SUBMISSION_FILE_READ, subject });
      return reply
        .type('application/octet-stream')
        .header('content-disposition', attachmentNamed(name))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', FILE_POLICY)
        .send(content);
    },
  );
}

const nothingAt = (query: InboxQuery): ConsolePage => ({
  title: 'No such message',
  status: 404,
  main: html`<p class="text-lead">This message doesn’t exist, or was deleted. <a href="${inboxPath(query)}">Back to the list</a></p>`,
});

const ANSWERED_MEANWHILE =
  'answered in the meantime, so your answer was not sent. It is still below: press Send again to send it as well.';

const HELD =
  'Your answer is saved and will wait, because no mail server is set up yet (SMTP_URL, under System).';

const NOT_SENT = {
  'no-address': 'The sender left no address, so nothing was sent.',
  'too-many': 'Too many answers were sent to this message recently. Please write from your email program.',
} as const;

/** A `Content-Disposition` header for a stranger's file name: in ASCII, and in full by RFC 8187. */
function attachmentNamed(name: string): string {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\w. ()-]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
