import { FORM_DEFINITIONS, type FormDefinition } from '#features/forms/server/form-definitions.ts';
import { type FormRefusal, FormRefusalError } from '#features/forms/server/form-refusal.ts';
import { unescapeHtml } from '#server/html/html.ts';
import { openTestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';

export async function refusalIn(work: Promise<unknown>): Promise<FormRefusal | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof FormRefusalError) return error.refusal;
    throw error;
  }
}

/** Forms with options that no form of the site uses, so that tests can show these options. */
export const SAMPLE_FORMS = {
  rsvp: sampleForm('rsvp', [
    { name: 'guests', label: 'Guests', type: 'numeric', required: true, max: 5 },
    { name: 'song', label: 'Song', type: 'text', required: false, max: 20 },
  ]),
  files: {
    ...sampleForm('files', [{ name: 'email', label: 'Email', type: 'email', required: false, max: 254 }]),
    files: { count: 2, bytes: 400_000 },
  },
  closed: { ...sampleForm('closed', []), active: false },
  partners: { ...sampleForm('partners', []), origins: ['https://partner.example'] },
  ticket: { ...sampleForm('ticket', []), payment: { amount: 4_500, currency: 'eur' } },
} as const satisfies Record<string, FormDefinition>;

function sampleForm(name: string, fields: FormDefinition['fields']): FormDefinition {
  const pages = { page: `/${name}`, thanks: `/${name}/thanks` };
  return { name, title: name, submit: 'Send', active: true, ...pages, fields };
}

export function formDataOf(values: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
}

export function sendAsBrowser(
  browser: TestClient,
  path: string,
  body: URLSearchParams | FormData,
  headers: Record<string, string> = {},
) {
  return browser.send(path, {
    method: 'POST',
    body,
    headers: {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
      ...headers,
    },
  });
}

export function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
}

/** The form on a page as a browser reads it: its action and the values that it would send, without its notice’s version. */
export function formIn(html: string): { action: string | undefined; values: Record<string, string> } {
  const attribute = (tag: string, name: string) =>
    unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const values: Record<string, string> = {};
  for (const [tag, text] of html.matchAll(/<input[^>]*>|<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/g))
    values[attribute(tag, 'name')] = text === undefined ? attribute(tag, 'value') : unescapeHtml(text);
  delete values._notice;
  return { action: /<form method="post" action="([^"]*)"/.exec(html)?.[1], values };
}

export const DESK = 'desk@example.com';
type Letter = { readonly email?: string };

export async function openFormSite(env: Readonly<Record<string, string>> = {}) {
  const forms = [...FORM_DEFINITIONS, ...Object.values(SAMPLE_FORMS)];
  const app = await openTestApp({ FORM_NOTIFY_TO: DESK, ...env }, { forms });
  return {
    ...app,
    rowsOf: ({ email = '' }: Letter) =>
      app.db.selectFrom('submissions').selectAll().where('email', '=', email).orderBy('created_at').execute(),
    mailsAbout: async ({ email = '' }: Letter) => {
      const stored = await app.db.selectFrom('outbox').selectAll().where('recipient', '=', DESK).execute();
      const mails = await Promise.all(stored.map(app.withBodies));
      return mails.filter(({ text_body }) => text_body.includes(`<${email}>`));
    },
  };
}

let count = 0;

/** The message is unique, because the same message twice in ten minutes is stored only once. */
export function newMessage(): { name: string; email: string; message: string } {
  count += 1;
  return { name: 'Asha Rao', email: `asha-${count}@example.com`, message: `Letter number ${count}.\nAsha` };
}
