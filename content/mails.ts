import { BRAND } from './brand.ts';

/**
 * `link`: an address of ours. `line`: text on one line, the only kind that a subject may hold. `text`: keeps its line breaks. `quote`: what
 * a stranger wrote; keeps its line breaks, and each line begins with `>` in plain text.
 */
export type MailValueKind = 'link' | 'line' | 'text' | 'quote';

export type MailWording = {
  readonly subject: string;
  /** The grey line that an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What a stranger wrote, set apart from our own words. */
  readonly quote?: string;
  /** The button; absent when there is nothing to do. */
  readonly action?: { readonly label: string; readonly link: string };
  /** A second link below the button. */
  readonly otherAction?: { readonly label: string; readonly link: string };
  /** The unsubscribe link of a mailing list, at the end. */
  readonly leave?: { readonly label: string; readonly link: string };
  /** Notes such as how long the link works and what happens if the reader does nothing. */
  readonly notes: readonly string[];
  /** Why the reader receives this mail. */
  readonly reason: string;
};

/** A mail that the site sends. `{name}` in its text is filled in when the mail is written. */
export type Mail = {
  /** The name of its template and the kind of its row. */
  readonly name: string;
  /** Its name in the export of “Your data”. */
  readonly label: string;
  /** What it says, for the data register, and to whom where that is not the person it is about. */
  readonly tells: string;
  readonly recipient?: string;
  /** Sent to the operators; it does not belong to the person with that address. */
  readonly toOperators?: true;
  /** Stored without text, because the text is in the message that it is about. */
  readonly isOfMessage?: true;
  /** Its link opens or changes an account: requests for it are dropped when access to the account ends. */
  readonly endsWithAccess?: true;
  /** The values that its text may use. A mail with a `leaveLink` is a list mail: the link goes into its headers too. */
  readonly values: Readonly<Record<string, MailValueKind>>;
  readonly wording: MailWording;
};

/** The values that a mail needs. A missing one does not compile. */
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

/** Sent by `npm run doctor -- --mail` and by the console, as plain text. */
export const TEST_MAIL = {
  subject: `Test mail from ${BRAND.product}`,
  text: `Somebody who runs ${BRAND.product} asked for this test mail. If you can read it, ${BRAND.product}’s mail server works.\n`,
} as const;
