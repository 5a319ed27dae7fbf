import { z } from 'zod';
import { pathFor } from '#contract/paths.ts';
import { REASONS } from '#contract/reasons.ts';
import { findPerson } from '#features/forms/server/own-messages.ts';
import { PERSON_EXPORT } from '#features/your-data/contract.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import type { PersonAction } from '#server/console-view.ts';
import { html, select } from '#server/html/html.ts';
import { reason } from '#server/http/form-fields.ts';
import { DATA_EXPORTED } from './audit-actions.ts';
import { sendExport } from './export-person.ts';

const exportBody = z.object({ reason });

/** Console action that exports the same data that the person gets under “Your data”. */
export const exportAction: PersonAction<z.infer<typeof exportBody>> = {
  path: PERSON_EXPORT,
  title: 'Export their data',
  action: {
    name: 'export-people',
    what: 'Export a person’s data',
    who: ['owner', 'support'],
  },
  form: async (_, id, chosen) =>
    html`<p>The same zip file that they get under “Your data”. Delete it once you have handed it over.</p><form method="post" action="${pathFor(PERSON_EXPORT, id)}" class="inline reason">${select('reason', 'Reason', REASONS, chosen)}<button class="button button-quiet button-small">Export</button></form>`,
  body: exportBody,
  act: async (deps, { body: { reason }, reply, id, operator, refused, stillHere }) => {
    const person = await findPerson(deps, { id });
    if (person === undefined) return refused('The account was deleted in the meantime.');
    await recordAlone(deps, { ...operator.by, detail: reason, action: DATA_EXPORTED, subject: id });
    return sendExport(reply, deps, 'person', person, stillHere);
  },
};
