import { BRAND } from './brand.ts';

/**
 * Kinds of values in a mail. A `quote` is text of a stranger; in plain text, its lines begin with `>`. A subject may contain only
 * values of the kind `line`.
 */
export type MailValueKind = 'link' | 'line' | 'text' | 'quote';

export type MailWording = {
  readonly subject: string;
  /** The grey preview that an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Text of a stranger, set apart from our own words. */
  readonly quote?: string;
  /** `isPlain` is true for a warning: its button has no festive colours. */
  readonly action?: { readonly label: string; readonly link: string; readonly isPlain?: true };
  readonly otherAction?: { readonly label: string; readonly link: string };
  /** The unsubscribe link at the end of a mail to a list. */
  readonly leave?: { readonly label: string; readonly link: string };
  /** Notes such as how long the link works and what happens if the reader does nothing. */
  readonly notes: readonly string[];
  readonly reason: string;
};

/** Placeholders such as `{name}` in the text are filled in when the mail is written. */
export type Mail = {
  /** The name of the mail's template, which is stored as the kind of the mail. */
  readonly name: string;
  /** The mail's name in the export of “Your data”. */
  readonly label: string;
  readonly operatorLabel?: string;
  /** The mail’s content, for the data register. `recipient` is set if the reader is not the person whom the mail is about. */
  readonly tells: string;
  readonly recipient?: string;
  /** True for a mail to operators. It does not belong to an account, even if the account has an operator's address. */
  readonly toOperators?: true;
  /** True if the mail is stored without its text, because the message that it is about is stored already. */
  readonly isOfMessage?: true;
  /** True if the mail's link opens or changes an account. Such mails are dropped when access to the account ends. */
  readonly endsWithAccess?: true;
  /** The values that the mail's text may use. A mail with a `leaveLink` is a list mail, and has this link in its headers too. */
  readonly values: Readonly<Record<string, MailValueKind>>;
  readonly wording: MailWording;
};

/** The values that a mail needs. A missing value does not compile. */
export type MailValues<M extends Mail> = Readonly<Record<keyof M['values'], string>>;

export const NOTICE_MAIL = {
  name: 'operator-notice',
  label: 'A notice to everyone with an account',
  tells: 'What we have to tell you about your data, for example that it reached the wrong hands',
  values: { subject: 'line', text: 'text', site: 'link' },
  wording: {
    subject: '{subject}',
    preview: '{subject}',
    heading: '{subject}',
    paragraphs: ['{text}'],
    action: { label: `Open ${BRAND.product}`, link: '{site}', isPlain: true },
    notes: [`If you have a question about this, write to ${BRAND.supportEmail} and a person will answer.`],
    reason:
      'You’re receiving this because we have your address, and this concerns you. It isn’t advertising, so there’s no list to leave.',
  },
} as const satisfies Mail;

/** The plain-text test mail of `npm run doctor -- --mail` and of the console. */
export const TEST_MAIL = {
  subject: `Test mail from ${BRAND.product}`,
  text: `Someone who runs ${BRAND.product} asked for this test email. If you can read it, ${BRAND.product}’s mail server works.\n`,
} as const;
