import type { Selectable } from 'kysely';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import type { SubmissionsTable } from '#features/forms/server/tables.ts';
import type { OutboxTable } from '#server/database/schema.ts';
import { SAMPLE_FORMS } from './form-samples.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Whom the messages of a form site are mailed to. */
export const DESK = 'desk@example.com';
/** The forms that it takes. */
export const TEST_FORMS = [...FORM_DEFINITIONS, ...Object.values(SAMPLE_FORMS)];

type Letter = { readonly email?: string };

export type FormSite = TestApp & {
  /** What is stored of the messages from an address. */
  readonly rowsOf: (letter: Letter) => Promise<readonly Selectable<SubmissionsTable>[]>;
  /** The mails that tell of them. */
  readonly mailsAbout: (letter: Letter) => Promise<readonly Selectable<OutboxTable>[]>;
};

/** The app with the forms of the site and those that only tests have. */
export async function openFormSite(env: Readonly<Record<string, string>> = {}): Promise<FormSite> {
  const app = await openTestApp({ FORM_NOTIFY_TO: DESK, ...env }, { forms: TEST_FORMS });
  return {
    ...app,
    rowsOf: ({ email = '' }) =>
      app.db.selectFrom('submissions').selectAll().where('email', '=', email).orderBy('created_at').execute(),
    mailsAbout: async ({ email = '' }) => {
      const stored = await app.db.selectFrom('outbox').selectAll().where('recipient', '=', DESK).execute();
      const mails = await Promise.all(stored.map(app.withBodies));
      return mails.filter(({ text_body }) => text_body.includes(`<${email}>`));
    },
  };
}
