import { expect, type Locator, type Page } from '@playwright/test';
import { CONTACT } from '#content/contact.ts';
import { FEEDBACK } from '#content/feedback.ts';
import { FORM_WORDS, type MessageFormWords } from '#content/forms.ts';
import { PAGES } from '#content/page-paths.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FORMS, type FormName } from '#features/forms/contract.ts';
import { type Mail, type MailReader, mailsTo, uniqueAddress } from './mailbox.ts';

type MessageForm = {
  readonly name: FormName;
  readonly path: string;
  /** Where it is sent on our own server. */
  readonly action: string;
  /** Where it leads when it was sent without JavaScript. */
  readonly thanks: string;
  readonly thanksTitle: string;
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

/** The forms for messages. One component draws both: what does not hang on the form is tried with the first. */
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

/** Who hears of messages: `FORM_NOTIFY_TO` of the sites that the journeys meet. */
export const DESK_ADDRESS = 'desk@example.com';

/** What a visitor types. */
export type Letter = { readonly name: string; readonly email: string; readonly message: string };

/** A letter like no other: the same one twice in ten minutes is stored once. */
export function newLetter(more: Partial<Letter> = {}): Letter {
  return {
    name: 'Asha',
    email: uniqueAddress('asha'),
    message: 'Please keep it simple.\nAsha',
    ...more,
  };
}

export const formOf = (page: Page): Locator => page.getByRole('main').locator('form');

/** The fields of either form, by their labels. */
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

/** The sentence of success is shown, and has the focus. */
export async function expectSent(page: Page, { words }: MessageForm): Promise<void> {
  await expect(page.getByText(words.success, { exact: true })).toBeFocused();
}

export async function expectNothingLost(page: Page, letter: Letter): Promise<void> {
  const { name, email, message } = fieldsOf(page);
  await expect(name).toHaveValue(letter.name);
  await expect(email).toHaveValue(letter.email);
  await expect(message).toHaveValue(letter.message);
}

/**
 * What the desk was told about a sender, newest first. A mail is stored before the form is answered, so anyone who has the
 * answer need not wait for it.
 */
export async function notificationsOf(reader: MailReader, sender: string): Promise<readonly Mail[]> {
  const mails = await mailsTo(reader, DESK_ADDRESS);
  return mails.filter(({ text }) => text.includes(sender));
}
