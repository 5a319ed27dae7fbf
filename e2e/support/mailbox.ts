import { type APIRequestContext, expect } from '@playwright/test';
import { PAGES } from '#content/page-paths.ts';
import { MAILBOX } from '#features/mailbox/contract.ts';

export type Mail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: string;
};

/** The site's mailbox page, as a program reads it. */
export class Mailbox {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** All mail to an address, newest first. */
  async to(address: string): Promise<readonly Mail[]> {
    const answer = await this.#request.get(MAILBOX.messages, { params: { to: address } });
    expect(answer.status(), 'the mailbox can be read').toBe(200);
    return answer.json();
  }

  /**
   * The newest mail to an address, beside those that tell of changes; waits until there are at least `count`. Fails when they do not come.
   */
  async newest(address: string, count = 1): Promise<Mail> {
    let mails: readonly Mail[] = [];
    await expect
      .poll(
        async () => {
          mails = (await this.to(address)).filter(({ text }) => !text.includes(PAGES.authNotMe));
          return mails.length;
        },
        { message: `mail to ${address} arrives` },
      )
      .toBeGreaterThanOrEqual(count);
    const [newest] = mails;
    if (newest === undefined) throw new Error(`There is no mail to ${address}.`);
    return newest;
  }

  /** The link in the newest mail to an address. Fails when there is no mail, or no link in it. */
  async newestLink(address: string, count = 1): Promise<string> {
    return linkIn(await this.newest(address, count));
  }

  /** The “not me” link in the mail that tells an address of a change. Fails when it does not come. */
  async toldLink(address: string, title: string): Promise<string> {
    let link = '';
    await expect
      .poll(async () => {
        const mail = (await this.to(address)).find(({ subject }) => subject.startsWith(title));
        link = mail === undefined ? '' : linkIn(mail);
        return link;
      })
      .toContain(PAGES.authNotMe);
    return link;
  }
}

/** The first link of the plain text. Throws when there is none. */
export function linkIn(mail: Mail): string {
  const [link] = /https?:\/\/[^\s<>"]+/.exec(mail.text) ?? [];
  if (link === undefined) throw new Error(`There is no link in "${mail.subject}":\n${mail.text}`);
  return link;
}
