import { expect, type Locator, type Page } from '@playwright/test';
import { CONTACT } from '#content/contact.ts';
import { FEEDBACK } from '#content/feedback.ts';
import { FORM_WORDS, type MessageFormWords } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FORMS, type FormName } from '#features/forms/contract.ts';
import { type Mail, type MailReader, mailsTo, uniqueAddress } from './mailbox.ts';

/** `action`: the path to which the form is submitted; `thanks`: the page shown after it was submitted without JavaScript. */
type MessageForm = Readonly<Record<'path' | 'action' | 'thanks' | 'thanksTitle', string>> & {
  readonly name: FormName;
  readonly words: MessageFormWords;
};

export const CONTACT_FORM: MessageForm = {
  name: 'contact',
  path: PAGES.contact,
  action: pathFor(FORMS_API.submit, FORMS.contact),
  thanks: PAGES.contactThanks,
  thanksTitle: CONTACT.thanks.pageTitle,
  words: CONTACT.form,
};

/** Both forms for messages. They share a component, so most tests only use the first. */
export const MESSAGE_FORMS: readonly [MessageForm, MessageForm] = [
  CONTACT_FORM,
  {
    name: 'feedback',
    path: PAGES.feedback,
    action: pathFor(FORMS_API.submit, FORMS.feedback),
    thanks: PAGES.feedbackThanks,
    thanksTitle: FEEDBACK.thanks.pageTitle,
    words: FEEDBACK.form,
  },
];

/** The address that is notified of messages: `FORM_NOTIFY_TO` of the tested sites. */
export const DESK_ADDRESS = 'desk@example.com';

/** What a visitor types into a message form. */
export type Letter = { readonly name: string; readonly email: string; readonly message: string };

/** A unique message, because the same message sent twice within ten minutes is stored only once. */
export function newLetter(more: Partial<Letter> = {}): Letter {
  return { name: 'Asha', email: uniqueAddress('asha'), message: 'Please keep it simple.\nAsha', ...more };
}

export const formOf = (page: Page): Locator => page.getByRole('main').locator('form');

/** The fields of a message form, found by their labels. */
export function fieldsOf(page: Page) {
  const field = (label: string) => formOf(page).getByLabel(label, { exact: true });
  return {
    name: field(FORM_WORDS.name),
    email: field(FORM_WORDS.email),
    message: field(CONTACT.form.messageLabel).or(field(FEEDBACK.form.messageLabel)),
  };
}

export async function fillIn(page: Page, letter: Letter): Promise<void> {
  const { name, email, message } = fieldsOf(page);
  await name.fill(letter.name);
  await email.fill(letter.email);
  await message.fill(letter.message);
}

export async function send(page: Page, { words }: MessageForm): Promise<void> {
  await formOf(page).getByRole('button', { name: words.submit, exact: true }).click();
}

/** Expects that the success message is shown and has the focus. */
export async function expectSent(page: Page, { words }: MessageForm): Promise<void> {
  await expect(page.getByText(words.success, { exact: true })).toBeFocused();
}

export async function expectNothingLost(page: Page, letter: Letter): Promise<void> {
  const { name, email, message } = fieldsOf(page);
  await expect(name).toHaveValue(letter.name);
  await expect(email).toHaveValue(letter.email);
  await expect(message).toHaveValue(letter.message);
}

/** The mails about messages of one sender, newest first. They are stored before the form's request is answered. */
export async function notificationsOf(reader: MailReader, sender: string): Promise<readonly Mail[]> {
  const mails = await mailsTo(reader, DESK_ADDRESS);
  return mails.filter(({ text }) => text.includes(sender));
}
