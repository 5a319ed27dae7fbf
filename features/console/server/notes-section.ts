import { plainLine } from '#features/forms/server/safe-text.ts';
import { type Html, html } from '#server/html/html.ts';
import { hidden, pressForm, section, timeOf } from '#server/html/parts.ts';
import type { OperatorNote } from './operator-notes.ts';

/**
 * What operators wrote down about a message or a person, and a form for more.
 *
 * @param to where the forms go
 * @param fields what else they send
 */
export function notesSection(
  to: string,
  notes: readonly OperatorNote[],
  fields: Readonly<Record<string, string>> = {},
): Html {
  return section(
    'notes',
    'Notes',
    html`<p class="soft">For colleagues, and in the export of whoever it is about: write what they may read.</p>
<ul class="rows">${notes.map(
      ({ id, text, created_at, author }) =>
        html`<li class="row"><div><p class="said">${text}</p><span class="soft">${author === null ? 'Somebody who left' : html`<bdi>${plainLine(author)}</bdi>`}, ${timeOf(created_at)}</span></div>
${pressForm(to, { do: 'delete-note', note: id, ...fields }, 'Delete the note')}</li>`,
    )}</ul>
<form method="post" action="${to}" class="fields wide">${hidden({ do: 'note', ...fields })}
<label class="field"><span>New note</span><textarea class="input" name="text" rows="3" required></textarea></label>
<p><button class="button button-quiet button-small">Keep the note</button></p></form>`,
  );
}
