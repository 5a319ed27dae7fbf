/**
 * The wording of every mail the site sends. `{name}` in a text marks a value that is filled in when the mail is
 * written; `MAIL_VALUES` says which ones a mail has (decisions §3, §6).
 */
import { BRAND, GRIEVANCE_OFFICER } from './brand.ts';
import { RIGHTS_LINK_MINUTES } from './features/your-data-rights.ts';

/**
 * `link`: an address of ours. `line`: text that is put on one line; the only one that a subject may hold. `text`: keeps
 * its line breaks. `quote`: what a stranger wrote; it keeps them too, and in plain text each line begins with `>`.
 */
export type MailValueKind = 'link' | 'line' | 'text' | 'quote';

/** Each kind of mail, with the values its wording may use and what they are. */
export const MAIL_VALUES = {
  'verify-email': { link: 'link' },
  'account-exists': { signInLink: 'link', resetLink: 'link' },
  'reset-password': { link: 'link' },
  'account-changed': { title: 'line', what: 'line', browser: 'line', when: 'line', link: 'link' },
  'operator-changed': { operator: 'line', what: 'line', console: 'link' },
  'account-moved': { link: 'link', signInLink: 'link' },
  'confirm-address': { link: 'link' },
  'address-taken': { signInLink: 'link', resetLink: 'link' },
  'account-deleted': { why: 'line', more: 'line' },
  'form-notification': {
    subject: 'line',
    name: 'line',
    form: 'line',
    sender: 'line',
    standing: 'line',
    letter: 'quote',
    answer: 'line',
    id: 'line',
    sentAt: 'line',
  },
  'form-receipt': { form: 'line', reference: 'line', sentAt: 'line' },
  'form-reply': { subject: 'line', text: 'text', sentAt: 'line', letter: 'quote', reference: 'line' },
  'rights-link': { link: 'link' },
  'rights-receipt': { form: 'line', reference: 'line', sentAt: 'line', due: 'line' },
  'rights-reminder': { form: 'line', reference: 'line', due: 'line', console: 'link' },
  'quarantine-digest': { count: 'line', day: 'line', console: 'link' },
  'deleted-by-us': { what: 'line', reason: 'line', console: 'link' },
  // A mail with a `leaveLink` is to a list: the link goes into its headers too.
  'launch-list-confirm': { link: 'link', leaveLink: 'link' },
  'launch-list-known': { leaveLink: 'link' },
  'launch-mail': { subject: 'line', text: 'text', site: 'link', leaveLink: 'link' },
  'operator-notice': { subject: 'line', text: 'text', site: 'link' },
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

/** Of both mails to an address that somebody asked for: who asked finds it in “Your data”, and it must not tell which it was. */
const ADDRESS_SUBJECT = `This address for a ${BRAND.product} account`;

const LEAVE = { label: 'Leave the launch list', link: '{leaveLink}' } as const;

export const MAILS: Readonly<Record<MailKind, MailWording>> = {
  'verify-email': {
    subject: `Confirm your email for ${BRAND.product}`,
    preview: 'Confirm this is your email and your account is ready.',
    heading: 'Confirm your email',
    paragraphs: [
      `Welcome to ${BRAND.product}. Open the link and press “Confirm my email” on the page, and your account is ready.`,
    ],
    action: { label: 'Confirm my email', link: '{link}' },
    notes: [
      'The link works once, for 24 hours. Only the newest link works.',
      'Open it in the browser you signed up in. Any other browser will ask you to choose your password.',
      'If you didn’t sign up, ignore this email. Nothing will happen, and the sign-up will be removed automatically.',
    ],
    reason: `You’re receiving this because someone signed up for ${BRAND.product} with this address.`,
  },
  'account-exists': {
    subject: `You already have a ${BRAND.product} account`,
    preview: 'Someone, perhaps you, tried to sign up again with this address.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, just tried to sign up with this address. It already has an account, so nothing was created and nothing has changed.',
      'If it was you, sign in as usual. If you’ve forgotten your password, you can choose a new one.',
    ],
    action: { label: 'Sign in', link: '{signInLink}' },
    otherAction: { label: 'Choose a new password', link: '{resetLink}' },
    notes: ['If it wasn’t you, ignore this email. Whoever tried has learnt nothing about your account.'],
    reason: `You’re receiving this because this address has a ${BRAND.product} account.`,
  },
  'reset-password': {
    subject: `Choose a new password for ${BRAND.product}`,
    preview: 'The link works once, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of the account with this address. Open the link and choose a new one. That signs you out on every other device.',
    ],
    action: { label: 'Choose a new password', link: '{link}' },
    notes: [
      'The link works once, for one hour. Using one cancels any others we’ve sent you.',
      'If your account has a passkey or an authenticator app, you’ll also need a code from the app, or a recovery code.',
      'If you didn’t ask for this, ignore this email. Your password stays the same.',
    ],
    reason: `You’re receiving this because someone asked to reset the password of your ${BRAND.product} account.`,
  },
  'account-changed': {
    subject: `{title}: your ${BRAND.product} account`,
    preview: 'If it wasn’t you, stop it with one press.',
    heading: '{title}',
    paragraphs: [
      '{what}',
      'When: {when}. Browser: {browser}.',
      'If it was you, there’s nothing to do. If it wasn’t, open the link and press “This wasn’t me”: everyone is signed out, and what was changed can’t be used to sign in.',
    ],
    action: { label: 'This wasn’t me', link: '{link}' },
    notes: [
      'The link works for 7 days. Opening it changes nothing.',
      'If you got several emails like this, use the first one that wasn’t you.',
    ],
    reason: `You’re receiving this because this address belongs to a ${BRAND.product} account. We tell you about every change to how you sign in.`,
  },
  'operator-changed': {
    subject: 'An operator’s sign-in changed: {operator}',
    preview: 'You hear of this because their account opens the console.',
    heading: 'An operator’s sign-in changed',
    paragraphs: [
      'This was just done to the account of {operator}, who works in the console:',
      '{what}',
      'If you weren’t expecting it, ask them. If it wasn’t them, take their role away first.',
    ],
    action: { label: 'Open the console', link: '{console}' },
    notes: [],
    reason: 'You’re receiving this because you’re an owner of the site’s console.',
  },
  'account-moved': {
    subject: `Your ${BRAND.product} account has moved to another address`,
    preview: 'Someone tried to sign up here. If the move wasn’t you, stop it.',
    heading: 'Your account has moved',
    paragraphs: [
      'Someone, perhaps you, just tried to sign up with this address. Until a few days ago it belonged to an account, which has moved to another address. While that can still be undone, no second account opens here.',
      'If the move wasn’t you, open the link and press “This wasn’t me”. If it was, sign in with your new address.',
    ],
    action: { label: 'This wasn’t me', link: '{link}' },
    otherAction: { label: 'Sign in', link: '{signInLink}' },
    notes: ['Opening the link changes nothing.'],
    reason: `You’re receiving this because this address belonged to a ${BRAND.product} account in the last 7 days.`,
  },
  'confirm-address': {
    subject: ADDRESS_SUBJECT,
    preview: 'Confirm this is your email, and you sign in with it from then on.',
    heading: 'Confirm your new email',
    paragraphs: [
      `Someone, hopefully you, asked to use this address for their ${BRAND.product} account. Open the link and press “Use this address” on the page. From then on, you sign in with it.`,
    ],
    action: { label: 'Confirm my new email', link: '{link}' },
    notes: [
      'The link works once, for 24 hours, in any browser. Only the newest link works.',
      'If you didn’t ask for this, ignore this email. Without that press, nothing changes.',
    ],
    reason: `You’re receiving this because someone entered this address as the new one of their ${BRAND.product} account.`,
  },
  'address-taken': {
    subject: ADDRESS_SUBJECT,
    preview: 'Someone, perhaps you, wanted to use this address for another account.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, just asked to use this address for another account. It already has an account, so nothing has changed.',
      'If it was you, sign in to the account with this address. If you’d rather use the address for your other account, change or delete this one first.',
    ],
    action: { label: 'Sign in', link: '{signInLink}' },
    otherAction: { label: 'Choose a new password', link: '{resetLink}' },
    notes: ['If it wasn’t you, ignore this email. Whoever tried has learnt nothing about your account.'],
    reason: `You’re receiving this because this address has a ${BRAND.product} account.`,
  },
  'account-deleted': {
    subject: `Your ${BRAND.product} account has been deleted`,
    preview: 'Everything stored with it is gone.',
    heading: 'Your account has been deleted',
    paragraphs: [
      '{why} Everything stored with it is gone: your profile, your messages and every signed-in device. This can’t be undone.',
      '{more}',
    ],
    notes: [
      `If you didn’t ask for this, or think it’s a mistake, please write to ${BRAND.supportEmail} at once.`,
    ],
    reason: `You’re receiving this because a ${BRAND.product} account with this address was deleted. It’s our last email about it.`,
  },
  'form-notification': {
    subject: '{subject}',
    preview: 'From {sender}',
    heading: 'New message from {name}',
    // What we vouch for comes first, and nobody can write it into the quote.
    paragraphs: ['{standing}', 'Form: {form}. From: {sender}.'],
    quote: '{letter}',
    notes: ['{answer}', 'Received {sentAt} and stored as {id}.'],
    reason: `You’re receiving this because messages from the ${BRAND.product} site’s forms go to this address.`,
  },
  // Anybody can type anybody's address into a form, so no word of the sender's stands in it.
  'form-receipt': {
    subject: 'We’ve got your message',
    preview: 'Your reference is {reference}.',
    heading: 'We’ve got your message',
    paragraphs: [
      `Thank you for writing to ${BRAND.company}. Your message has arrived, and a person will read it.`,
      'Form: {form}. Received: {sentAt}. Reference: {reference}.',
    ],
    notes: [
      `To add something, write to ${BRAND.contactEmail} and mention the reference.`,
      'If you didn’t write to us, someone typed your address into the form. You can ignore this email; we send at most one of these a day.',
    ],
    reason: `You’re receiving this because a message with your address was sent through the ${BRAND.product} site.`,
  },
  'form-reply': {
    subject: '{subject}',
    preview: 'An answer to your message {reference}.',
    heading: '{subject}',
    paragraphs: ['{text}', 'You wrote on {sentAt}:'],
    quote: '{letter}',
    notes: ['To answer, reply to this email. Your reference is {reference}.'],
    reason: `You’re receiving this because a message with your address was sent through the ${BRAND.product} site.`,
  },
  'rights-link': {
    subject: 'What we keep under this address',
    preview: 'See it, download it or erase it.',
    heading: 'See what we keep under this address',
    paragraphs: [
      `Someone, hopefully you, asked to see what ${BRAND.company} keeps under this address. Open the link to see it, download it or erase it. Opening the link changes nothing.`,
    ],
    action: { label: 'See what you keep', link: '{link}' },
    notes: [
      `The link works for ${RIGHTS_LINK_MINUTES} minutes. Whoever has it can see your messages to us, so please don’t pass this email on.`,
      'If you didn’t ask for this, ignore this email. Whoever did has learnt nothing about you.',
    ],
    reason: `You’re receiving this because someone entered this address under “Your rights” on the ${BRAND.product} site. We send this email to any address, whether or not we keep anything under it.`,
  },
  'rights-receipt': {
    subject: 'We’ve got your request {reference}',
    preview: 'We answer by {due}.',
    heading: 'We’ve got your request',
    paragraphs: [
      'Your request has arrived, and a person will look into it.',
      'Form: {form}. Received: {sentAt}. Reference: {reference}. We answer by {due}.',
    ],
    notes: [
      `To add something, write to ${GRIEVANCE_OFFICER.email} and mention the reference.`,
      'If you didn’t write to us, someone typed your address into the form. You can ignore this email; we send at most one of these a day.',
    ],
    reason: `You’re receiving this because a request with your address was sent through the ${BRAND.product} site.`,
  },
  'rights-reminder': {
    subject: 'Due by {due}: request {reference}',
    preview: 'It isn’t marked as done yet.',
    heading: 'A request is due by {due}',
    paragraphs: [
      'Form: {form}. Reference: {reference}. People were promised an answer by {due}, and the request isn’t marked as done yet.',
      'Open it in the console, and mark it as done once it’s answered.',
    ],
    action: { label: 'Open the request', link: '{console}' },
    notes: ['We remind you of each request once.'],
    reason: `You’re receiving this because messages from the ${BRAND.product} site’s forms go to this address.`,
  },
  'quarantine-digest': {
    subject: 'Caught by the spam trap: {count}',
    preview: 'Some may be from people. Please have a look.',
    heading: 'Are any of these from a person?',
    paragraphs: [
      'New messages caught by the spam trap: {count}. The senders were told that their messages had been sent, and a password manager can fill in the trap by mistake, so please have a look.',
      'Read them in the console, and release those that came from a person.',
    ],
    action: { label: 'Open the quarantine', link: '{console}' },
    notes: ['The oldest of them will be removed on {day}.'],
    reason: `You’re receiving this because messages from the ${BRAND.product} site’s forms go to this address. We send at most one of these a day.`,
  },
  'deleted-by-us': {
    subject: 'Deleted in the console: {what}',
    preview: 'Why: {reason}.',
    heading: 'Deleted: {what}',
    paragraphs: [
      'One of us deleted {what}. Why: {reason}. This can’t be undone.',
      'The audit log says who did it, and when.',
    ],
    action: { label: 'Open the audit log', link: '{console}' },
    notes: [
      'If none of you did this, someone else may be using the console: remove the role of whoever the audit log names.',
    ],
    reason: `You’re receiving this because you’re an owner of the ${BRAND.product} console.`,
  },
  'launch-list-confirm': {
    subject: 'Confirm your email for the launch list',
    preview: `Confirm, and we’ll tell you when ${BRAND.product} launches.`,
    heading: 'Confirm your email',
    paragraphs: [
      `Someone, hopefully you, entered this address on our site to hear when ${BRAND.product} launches. Open the link and press the button on the page, and we’ll write to you once, on launch day.`,
    ],
    action: { label: 'Confirm my email', link: '{link}' },
    leave: LEAVE,
    notes: [
      'The link works for 7 days.',
      'If it wasn’t you, ignore this email. Unless you confirm, you’re not on the list, and the address is removed after 7 days.',
    ],
    reason: 'You’re receiving this because someone entered this address under “Tell me at launch”.',
  },
  'launch-list-known': {
    subject: 'You’re on the launch list',
    preview: 'There’s nothing more to do.',
    heading: 'You’re on the list',
    paragraphs: [
      `This address is confirmed, so there’s nothing more to do. We’ll write to you once, on the day ${BRAND.product} launches.`,
    ],
    leave: LEAVE,
    notes: [],
    reason:
      'You’re receiving this because someone, most likely you, entered this address under “Tell me at launch”.',
  },
  'launch-mail': {
    subject: '{subject}',
    preview: '{subject}',
    heading: '{subject}',
    paragraphs: ['{text}'],
    action: { label: `Open ${BRAND.product}`, link: '{site}' },
    leave: LEAVE,
    notes: [],
    reason:
      'You’re receiving this because you asked us to tell you at launch. It’s the only email we send to this list.',
  },
  'operator-notice': {
    subject: '{subject}',
    preview: '{subject}',
    heading: '{subject}',
    paragraphs: ['{text}'],
    action: { label: `Open ${BRAND.product}`, link: '{site}' },
    notes: [`If you have a question about this, write to ${BRAND.supportEmail} and a person will answer.`],
    reason:
      'You’re receiving this because we have your address, and this concerns you. It isn’t advertising, so there’s no list to leave.',
  },
};

const WELCOME_BACK =
  'Thank you for joining us so early. If you’d ever like to come back, you’re welcome: a new account takes a minute.';
const ANSWER_US =
  'We know that this may be hard to read. If we got it wrong, tell us, and a person will look again.';

/** What the mail about a deleted account says, by the reason for which it was deleted. */
export const ACCOUNT_DELETED = {
  asked: { why: 'As you asked, we’ve deleted your account.', more: WELCOME_BACK },
  support: {
    why: 'To resolve what you wrote to us about, we’ve deleted your account.',
    more: WELCOME_BACK,
  },
  security: {
    why: 'We’ve deleted your account because it looked as if it was being misused, or used by someone else.',
    more: ANSWER_US,
  },
  legal: {
    why: 'We’ve deleted your account because the law, or an authority acting under it, requires us to.',
    more: ANSWER_US,
  },
  tidy: {
    why: 'We’ve deleted your account because it looked like spam, a test or a duplicate.',
    more: ANSWER_US,
  },
} as const satisfies Readonly<Record<string, MailValues<'account-deleted'>>>;

type Told = { readonly title: string; readonly what: string };

/** What the mail and the security page call each change, by its kind and detail; `other` for one without a detail. */
export const CHANGES_TOLD = {
  device: {
    other: {
      title: 'New sign-in',
      what: 'Someone signed in to your account in a browser that hadn’t been used with it before.',
    },
  },
  password: {
    other: { title: 'New password', what: 'The password of your account was changed.' },
    reset: {
      title: 'New password',
      what: 'The password of your account was changed with a link we emailed.',
    },
  },
  passkeys: {
    other: { title: 'Passkeys changed', what: 'The passkeys of your account were changed.' },
    added: { title: 'New passkey', what: 'A passkey was added to your account.' },
    removed: { title: 'Passkey removed', what: 'A passkey was removed from your account.' },
  },
  providers: {
    other: { title: 'Sign-in changed', what: 'The Google or GitHub accounts that open yours were changed.' },
    'google linked': { title: 'Google connected', what: 'A Google account now opens your account.' },
    'google unlinked': { title: 'Google disconnected', what: 'Google was disconnected from your account.' },
    'github linked': { title: 'GitHub connected', what: 'A GitHub account now opens your account.' },
    'github unlinked': { title: 'GitHub disconnected', what: 'GitHub was disconnected from your account.' },
  },
  'second-step': {
    other: {
      title: 'Two-step verification changed',
      what: 'The two-step verification of your account was changed.',
    },
    on: {
      title: 'Two-step verification turned on',
      what: 'Two-step verification was turned on for your account.',
    },
    off: {
      title: 'Two-step verification turned off',
      what: 'Two-step verification was turned off for your account.',
    },
    codes: {
      title: 'New recovery codes',
      what: 'Your account got new recovery codes. The earlier ones no longer work.',
    },
  },
  address: {
    other: { title: 'New email address', what: 'The email address of your account was changed.' },
    asked: {
      title: 'New email address asked for',
      what: 'Someone signed in to your account asked for another email address. It changes once that address is confirmed.',
    },
  },
  recovery: {
    other: {
      title: 'Help with signing in',
      what: 'We were asked to turn off two-step verification and the passkeys of your account, and did not.',
    },
    planned: {
      title: 'Help with signing in',
      what: 'We were asked to help you into your account again. In a day, we’ll turn off its two-step verification and its passkeys and email you a link for a new password, unless you stop this or sign in with either of them first.',
    },
    done: {
      title: 'Two-step verification and passkeys off',
      what: 'We turned off two-step verification and the passkeys of your account, as we told you a day ago.',
    },
  },
} as const satisfies Record<string, { readonly other: Told } & Readonly<Record<string, Told>>>;

/** In place of the browser, where one of us made the change. */
export const CHANGED_BY_US = 'none. It’s done by one of us, on request';

/** What `npm run doctor -- --mail` and the console send; plain text only. */
export const TEST_MAIL = {
  subject: `Test mail from ${BRAND.product}`,
  text: `Somebody who runs ${BRAND.product} asked for this test mail. If you can read it, ${BRAND.product}’s mail server works.\n`,
} as const;
