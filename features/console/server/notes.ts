import { sql } from 'kysely';
import type { AnswerNote } from '#features/accounts/server/slots.ts';
import { ANSWERED } from '#features/forms/server/reply-submission.ts';
import {
  type AuditActor,
  type AuditDeps,
  type AuditEntry,
  recordAction,
} from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteRows, insertRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { type Html, hidden, html, pressForm, section, timeOf } from '#server/html/html.ts';
import { plainLine } from '#server/printable-text.ts';
import { NOTE_DELETED, NOTE_WRITTEN } from './audit-actions.ts';

type NoteDeps = AuditDeps & { readonly db: Db };

export const NOTE_DONE = { note: 'The note is saved.', 'delete-note': 'The note is deleted.' } as const;

type NoteAbout = { readonly submission_id: string } | { readonly user_id: string };

/** Who writes or deletes a note. `detail` is the reason, where one is required. */
type NoteActor = AuditActor & Pick<AuditEntry, 'detail'>;

export function listNotes(db: Db, about: NoteAbout) {
  const [column, id] = columnOf(about);
  return db
    .selectFrom('operator_notes as n')
    .leftJoin('users as u', 'u.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.created_at', 'u.name as author'])
    .where(`n.${column}`, '=', id)
    .orderBy('n.created_at', 'desc')
    .execute();
}
type OperatorNote = Awaited<ReturnType<typeof listNotes>>[number];

/** The ids of notes that an operator typed begin with this text, so that no typed words make a note an answer. */
const TYPED = 'note-';

export const isAnswer = ({ id, text }: Pick<OperatorNote, 'id' | 'text'>) =>
  text.startsWith(ANSWERED) && !id.startsWith(TYPED);
/** `isAnswer` for the notes of a query. */
export const IS_ANSWER = sql<boolean>`text like ${sql.lit(`${ANSWERED}%`)} and id not like ${sql.lit(`${TYPED}%`)}`;

type NewNote = { readonly id?: string; readonly author: string; readonly text: string };

/** Stores a note in the transaction of an action that writes its own audit line. */
export async function insertNote(
  { newId, clock }: Pick<AuditDeps, 'newId' | 'clock'>,
  tx: Tx,
  about: NoteAbout,
  { id = newId(), author, text }: NewNote,
): Promise<void> {
  const none = { submission_id: null, user_id: null };
  const created_at = clock().toISOString();
  await insertRow(tx, 'operator_notes', {
    ...none,
    ...about,
    id,
    author_id: author,
    text,
    created_at,
  });
}

/** True if the same answer to the message was stored since the given time. */
export async function wasAnswered(tx: Tx, note: AnswerNote, since: IsoTime): Promise<boolean> {
  const row = await tx
    .selectFrom('operator_notes')
    .select('id')
    .where('submission_id', '=', note.submissionId)
    .where(IS_ANSWER)
    .where('text', '=', note.text)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export function writeNote(
  deps: NoteDeps,
  about: NoteAbout,
  note: { readonly author: string; readonly text: string },
  by: NoteActor,
): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    // Checks first, because the note cannot refer to a message or an account that was just deleted.
    await by.stillMay?.(tx);
    await insertNote(deps, tx, about, { ...note, id: `${TYPED}${deps.newId()}` });
    await recordAction(deps, tx, { ...by, action: NOTE_WRITTEN, subject: columnOf(about)[1] });
  });
}

export function deleteNote(deps: NoteDeps, about: NoteAbout, id: string, by: NoteActor): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const deleted = await deleteRows(tx, 'operator_notes', { id, ...about });
    if (deleted > 0)
      await recordAction(deps, tx, { ...by, action: NOTE_DELETED, subject: columnOf(about)[1] });
  });
}

const columnOf = (about: NoteAbout) =>
  'user_id' in about
    ? (['user_id', about.user_id] as const)
    : (['submission_id', about.submission_id] as const);

/**
 * The notes about a message or a person, and forms to delete a note and to add one. All of these forms are sent to `to`, with the
 * hidden `fields`. If `to` is undefined, the operator may only read the notes.
 */
export function notesSection(
  to: string | undefined,
  notes: readonly OperatorNote[],
  fields: Readonly<Record<string, string>> = {},
): Html {
  return section(
    'notes',
    'Notes',
    html`<p class="soft">Colleagues see this, and so does the person if they download their data.</p>
<ul class="rows">${notes.map((note) => {
      const { id, text, created_at, author } = note;
      return html`<li class="row"><div><p class="said">${text}</p><span class="soft">${author === null ? 'A former operator' : html`<bdi>${plainLine(author)}</bdi>`}, ${timeOf(created_at)}</span></div>
${to !== undefined && !isAnswer(note) && html`<details><summary class="button button-quiet button-small">Delete the note…</summary><p class="soft">This can’t be undone.</p>${pressForm(to, { do: 'delete-note', note: id, ...fields }, 'Delete for good', 'button-danger')}</details>`}</li>`;
    })}</ul>
${
  to !== undefined &&
  html`<form method="post" action="${to}" class="fields wide">${hidden({ do: 'note', ...fields })}
<label class="field"><span>New note</span><textarea class="input" name="text" rows="3" required></textarea></label>
<p><button class="button button-quiet button-small">Save the note</button></p></form>`
}`,
  );
}
