import { BRAND } from './brand.ts';

/**
 * `link`: an address of ours. `line`: text that is put on one line; the only one that a subject may hold. `text`: keeps
 * its line breaks. `quote`: what a stranger wrote; it keeps them too, and in plain text each line begins with `>`.
 */
export type MailValueKind = 'link' | 'line' | 'text' | 'quote';

export type MailWording = {
  /** What the inbox shows. */
  readonly subject: string;
  /** The grey line that an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What somebody else wrote, set apart from our own words. */
  readonly quote?: string;
  /** The one thing to do; absent when there is nothing to do. */
  readonly action?: { readonly label: string; readonly link: string };
  /** A second way, offered quietly below the button. */
  readonly otherAction?: { readonly label: string; readonly link: string };
  /** Of a mail to a list: how to get off it, below everything else. */
  readonly leave?: { readonly label: string; readonly link: string };
  /** What the reader may want to know: how long it works, what happens when they do nothing. */
  readonly notes: readonly string[];
  /** Why this mail came. */
  readonly reason: string;
};

/** A mail that the site sends. `{name}` in its wording marks a value that is filled in when it is written. */
export type Mail = {
  /** That of its template, and the kind of its row. */
  readonly name: string;
  /** What the export of “Your data” calls it. */
  readonly label: string;
  /** What it tells, for the data register, and whom, if not the person that it is about. */
  readonly tells: string;
  readonly recipient?: string;
  /** Goes to those who answer messages: it is no mail to whoever has its address. */
  readonly toOperators?: true;
  /** Is stored without a text, which comes from the message that it tells of. */
  readonly isOfMessage?: true;
  /** Its link opens or changes an account: a request for it is dropped when the access to that ends. */
  readonly endsWithAccess?: true;
  /** What its wording may use. With a `leaveLink` it is a mail to a list: the link goes into its headers too. */
  readonly values: Readonly<Record<string, MailValueKind>>;
  readonly wording: MailWording;
};

/** The values that a mail needs. A missing one is a type error. */
export type MailValues<M extends Mail> = Readonly<Record<keyof M['values'], string>>;

export const NOTICE_MAIL = {
  name: 'operator-notice',
  label: 'A notice to everyone with an account',
  tells: 'What we have to tell you about your data, such as that it reached the wrong hands',
  values: { subject: 'line', text: 'text', site: 'link' },
  wording: {
    subject: '{subject}',
    preview: '{subject}',
    heading: '{subject}',
    paragraphs: ['{text}'],
    action: { label: `Open ${BRAND.product}`, link: '{site}' },
    notes: [`If you have a question about this, write to ${BRAND.supportEmail} and a person will answer.`],
    reason:
      'You’re receiving this because we have your address, and this concerns you. It isn’t advertising, so there’s no list to leave.',
  },
} as const satisfies Mail;

/** What `npm run doctor -- --mail` and the console send; plain text only. */
export const TEST_MAIL = {
  subject: `Test mail from ${BRAND.product}`,
  text: `Somebody who runs ${BRAND.product} asked for this test mail. If you can read it, ${BRAND.product}’s mail server works.\n`,
} as const;
