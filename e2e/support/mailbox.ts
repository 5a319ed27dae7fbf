import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';

export type Mail = Readonly<Record<'id' | 'subject' | 'text', string>>;

/** A page, or another HTTP client of the site whose mail is read. */
export type MailReader = { readonly request: APIRequestContext };

/** All mail to an address, newest first, from the site's mailbox for development. */
export async function mailsTo({ request }: MailReader, address: string): Promise<readonly Mail[]> {
  const answer = await request.get(MAILBOX.messages, { params: { to: address } });
  expect(answer.status(), 'the mailbox can be read').toBe(200);
  return answer.json();
}

/** The newest mail to an address, not counting notices of account changes. Waits until at least `count` mails have arrived. */
export async function newestMail(reader: MailReader, address: string, count = 1): Promise<Mail> {
  let mails: readonly Mail[] = [];
  const arrived = async () => {
    mails = (await mailsTo(reader, address)).filter(({ text }) => !text.includes(PAGES.authNotMe));
    return mails.length;
  };
  await expect.poll(arrived, { message: `mail to ${address} arrives` }).toBeGreaterThanOrEqual(count);
  const [newest] = mails;
  if (newest === undefined) throw new Error(`There is no mail to ${address}.`);
  return newest;
}

export async function newestLink(reader: MailReader, address: string, count = 1): Promise<string> {
  return linkIn(await newestMail(reader, address, count));
}

/** The first link in the plain text of a mail. Throws when there is none. */
export function linkIn(mail: Mail): string {
  const [link] = /https?:\/\/[^\s<>"]+/.exec(mail.text) ?? [];
  if (link === undefined) throw new Error(`There is no link in "${mail.subject}":\n${mail.text}`);
  return link;
}

/** An address that no other test uses: tests share one site and run at the same time. */
export function uniqueAddress(name = 'visitor'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.com`;
}

/** A unique address of the maximum length: the part before the `@` has 64 letters, and no place where a line may break. */
export function longAddress(): string {
  const local = randomBytes(32).toString('hex');
  return `${local}@${'mail'.repeat(15)}.${'office'.repeat(10)}.${'company'.repeat(7)}.example`;
}
