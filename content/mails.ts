/**
 * The wording of every mail the site sends. `{name}` in a text marks a value that is filled in when the mail is
 * written; `MAIL_VALUES` says which ones a mail has (decisions §3, §6).
 */
import { BRAND } from './brand.ts';

/**
 * `link`: an address of ours. `line`: text that is put on one line; the only one that a subject may hold. `text`: keeps
 * its line breaks.
 */
export type MailValueKind = 'link' | 'line' | 'text';

/** Each kind of mail, with the values its wording may use and what they are. */
export const MAIL_VALUES = {
  'verify-email': { link: 'link' },
  'account-exists': { signInLink: 'link', resetLink: 'link' },
  'reset-password': { link: 'link' },
  'account-deleted': {},
  'form-notification': {
    subject: 'line',
    form: 'line',
    sender: 'line',
    standing: 'line',
    letter: 'text',
    answer: 'line',
    id: 'line',
    sentAt: 'line',
  },
} as const satisfies Record<string, Readonly<Record<string, MailValueKind>>>;

export type MailKind = keyof typeof MAIL_VALUES;

/** The values that a mail of this kind needs. A missing one is a type error. */
export type MailValues<K extends MailKind> = Readonly<Record<keyof (typeof MAIL_VALUES)[K], string>>;

export const MAIL_KINDS = Object.keys(MAIL_VALUES) as readonly MailKind[];

export type MailWording = {
  /** What the inbox shows. */
  readonly subject: string;
  /** The grey line that an inbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do; absent when there is nothing to do. */
  readonly action?: { readonly label: string; readonly link: string };
  /** A second way, offered quietly below the button. */
  readonly otherAction?: { readonly label: string; readonly link: string };
  /** What the reader may want to know: how long it works, what happens when they do nothing. */
  readonly notes: readonly string[];
  /** Why this mail came. */
  readonly reason: string;
};

export const MAILS: Readonly<Record<MailKind, MailWording>> = {
  'verify-email': {
    subject: `Confirm your email for ${BRAND.product}`,
    preview: 'Confirm that this address is yours. The link works once, and for 24 hours.',
    heading: 'Good morning. Is this your address?',
    paragraphs: [
      `Welcome to ${BRAND.product}. Please confirm that this address is yours: follow the link, say yes on the page that opens, and your account is ready.`,
    ],
    action: { label: 'Confirm my email', link: '{link}' },
    notes: [
      'The link works once, and for 24 hours. A newer mail from us replaces it.',
      'Best opened in the browser you signed up in. Any other will ask you to choose your password.',
      'If you did not sign up, ignore this mail. Nothing happens, and the account is removed by itself.',
    ],
    reason: `You get this mail because somebody signed up for ${BRAND.product} with this address.`,
  },
  'account-exists': {
    subject: `You already have a ${BRAND.product} account`,
    preview: 'Somebody, perhaps you, tried to sign up again with this address.',
    heading: 'You are already one of us.',
    paragraphs: [
      'Somebody, perhaps you, just tried to sign up with this address. It already has an account, so nothing was created and nothing has changed.',
      'If it was you: sign in as usual. If the password has slipped your mind, you can choose a new one.',
    ],
    action: { label: 'Sign in', link: '{signInLink}' },
    otherAction: { label: 'Choose a new password', link: '{resetLink}' },
    notes: ['If it was not you, ignore this mail. Whoever tried has learned nothing about your account.'],
    reason: `You get this mail because this address has a ${BRAND.product} account.`,
  },
  'reset-password': {
    subject: `Choose a new password for ${BRAND.product}`,
    preview: 'The link works once, and for one hour.',
    heading: 'A new password, coming up.',
    paragraphs: [
      'Somebody, hopefully you, asked to reset the password of the account with this address. Follow the link and choose a new one. After that you are signed out everywhere, and sign in with the new password.',
    ],
    action: { label: 'Choose a new password', link: '{link}' },
    notes: [
      'The link works once, and for one hour. Using one ends all others that we have sent.',
      'If you did not ask for this, ignore this mail. Your password stays as it is.',
    ],
    reason: `You get this mail because somebody asked to reset the password of your ${BRAND.product} account.`,
  },
  'account-deleted': {
    subject: `Your ${BRAND.product} account is deleted`,
    preview: 'Everything stored with it is gone. Thank you for having been here.',
    heading: 'Your account is deleted.',
    paragraphs: [
      'As you asked, we have deleted your account and everything stored with it: your profile, your messages and every signed-in device. It cannot be brought back.',
      'Thank you for having been here so early. Should you ever feel like starting again, you are welcome: a new account takes a minute.',
    ],
    notes: [`If it was not you who deleted it, please write to ${BRAND.supportEmail} at once.`],
    reason: `You get this mail because a ${BRAND.product} account with this address was deleted. It is the last one.`,
  },
  'form-notification': {
    subject: '{subject}',
    preview: 'From {sender}',
    heading: 'Somebody wrote to us.',
    // What we vouch for comes before any word of the sender's.
    paragraphs: ['{standing}', 'Form: {form}. From: {sender}.', '{letter}'],
    notes: ['{answer}', 'Received {sentAt} and stored as {id}.'],
    reason: `You get this mail because messages from the forms of the ${BRAND.product} site go to this address.`,
  },
};
