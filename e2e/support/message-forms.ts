import { expect, type Locator, type Page } from '@playwright/test';
import { FORMS, type FormName } from '#contract/forms.ts';
import { FORMS_API, PAGES, pathFor } from '#contract/paths.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import { uniqueAddress } from './unique-address.ts';

type MessageFormFacts = {
  readonly name: FormName;
  readonly path: string;
  /** Where it is sent on our own server. */
  readonly action: string;
  readonly send: string;
  readonly busy: string;
  readonly success: string;
  readonly again: string;
  readonly thanks: string;
  readonly thanksTitle: string;
};

/** The two forms of spec §2, with the words that it fixes. */
export const MESSAGE_FORMS: readonly MessageFormFacts[] = [
  {
    name: 'contact',
    path: PAGES.contact,
    action: pathFor(FORMS_API.submit, FORMS.contact),
    send: 'Send Message',
    busy: 'Sending...',
    success: 'Message Sent! Thank you for reaching out to us.',
    again: 'Write another one',
    thanks: PAGES.contactThanks,
    thanksTitle: 'Message sent — Tuesday AI',
  },
  {
    name: 'feedback',
    path: PAGES.feedback,
    action: pathFor(FORMS_API.submit, FORMS.feedback),
    send: 'Send Feedback',
    busy: 'Submitting...',
    success: 'Thank You! Your feedback has been successfully submitted.',
    again: 'Send something else',
    thanks: PAGES.feedbackThanks,
    thanksTitle: 'Feedback sent — Tuesday AI',
  },
];

/** Who hears of messages: `FORM_NOTIFY_TO` of the sites that the journeys meet. */
export const DESK_ADDRESS = 'desk@example.com';

/** What a visitor types, by the field's label. */
export type Letter = { readonly Name: string; readonly Email: string; readonly Message: string };

/** A letter like no other: the same one twice in ten minutes is stored once. */
export function newLetter(more: Partial<Letter> = {}): Letter {
  return {
    Name: 'Asha',
    Email: uniqueAddress('asha'),
    Message: 'Please keep it simple.\nAsha',
    ...more,
  };
}

export const formOf = (page: Page): Locator => page.getByRole('main').locator('form');

export async function fillIn(form: Locator, letter: Letter): Promise<void> {
  for (const [label, text] of Object.entries(letter))
    await form.getByLabel(label, { exact: true }).fill(text);
}

export async function expectNothingLost(form: Locator, letter: Letter): Promise<void> {
  for (const [label, text] of Object.entries(letter))
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(text);
}

/**
 * What the desk was told about a sender, newest first. A mail is stored before the form is answered, so whoever has the
 * answer need not wait for it.
 */
export async function notificationsOf(mailbox: Mailbox, sender: string): Promise<readonly Mail[]> {
  const mails = await mailbox.to(DESK_ADDRESS);
  return mails.filter(({ text }) => text.includes(sender));
}

/**
 * Sends a form as a script of the page would, with its cookies and its origin. A program may reach this machine under
 * another address than a browser, which counts for the limits. Answers the status.
 */
export function postFrom(page: Page, action: string, letter: Letter): Promise<number> {
  const fields = { name: letter.Name, email: letter.Email, message: letter.Message };
  return page.evaluate(
    async ([url, body]) =>
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
    [action, JSON.stringify(fields)] as const,
  );
}
