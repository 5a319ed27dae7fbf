import { BRAND } from '#content/brand.ts';
import { LINK_TIMES } from '#content/link-hours.ts';
import type { Mail, MailValues } from '#content/mails.ts';

export const VERIFY_MAIL = {
  name: 'verify-email',
  label: 'Confirming your address',
  tells: 'A link to confirm your address',
  values: { link: 'link' },
  wording: {
    subject: `Confirm your email for ${BRAND.product}`,
    preview: 'Confirm that this is your email, and your account is ready.',
    heading: 'Confirm your email',
    paragraphs: [
      `Welcome to ${BRAND.product}. Open the link and press “Confirm my email” on the page, and your account is ready.`,
    ],
    action: { label: 'Confirm my email', link: '{link}' },
    notes: [
      `The link works once, for ${LINK_TIMES.confirm}. Only the newest link works.`,
      'Open it in the browser you signed up in. Any other browser will ask you to choose your password.',
      'If you didn’t sign up, ignore this email. Nothing will happen, and the sign-up will be removed automatically.',
    ],
    reason: `You’re receiving this because someone signed up for ${BRAND.product} with this address.`,
  },
} as const satisfies Mail;

export const ACCOUNT_EXISTS_MAIL = {
  name: 'account-exists',
  label: 'You already have an account',
  tells: 'That your address already has an account',
  values: { signInLink: 'link', resetLink: 'link' },
  wording: {
    subject: `You already have a ${BRAND.product} account`,
    preview: 'Someone, perhaps you, tried to sign up again with this address.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, just tried to sign up with this address. It already has an account, so nothing was created and nothing has changed.',
      'If it was you, sign in as usual. If you’ve forgotten your password, you can choose a new one.',
    ],
    action: { label: 'Sign in', link: '{signInLink}' },
    otherAction: { label: 'Choose a new password', link: '{resetLink}' },
    notes: [
      'If it wasn’t you, ignore this email. The person who tried has learnt nothing about your account.',
    ],
    reason: `You’re receiving this because this address has a ${BRAND.product} account.`,
  },
} as const satisfies Mail;

export const RESET_MAIL = {
  name: 'reset-password',
  label: 'Choosing a new password',
  tells: 'A link to choose a new password',
  endsWithAccess: true,
  values: { link: 'link' },
  wording: {
    subject: `Choose a new password for ${BRAND.product}`,
    preview: `The link works once, for ${LINK_TIMES.reset}.`,
    heading: 'Choose a new password',
    paragraphs: [
      'Someone, hopefully you, asked to reset the password of the account with this address. Open the link and choose a new one. That signs you out on every other device.',
    ],
    action: { label: 'Choose a new password', link: '{link}' },
    notes: [
      `The link works once, for ${LINK_TIMES.reset}. Using one cancels any others we’ve sent you.`,
      'If your account has a passkey or an authenticator app, you’ll also need a code from the app, or a recovery code.',
      'If you didn’t ask for this, ignore this email. Your password stays the same.',
    ],
    reason: `You’re receiving this because someone asked to reset the password of your ${BRAND.product} account.`,
  },
} as const satisfies Mail;

export const ACCOUNT_DELETED_MAIL = {
  name: 'account-deleted',
  label: 'Your account was deleted',
  tells: 'That your account has been deleted, and why',
  values: { why: 'line', more: 'line' },
  wording: {
    subject: `Your ${BRAND.product} account has been deleted`,
    preview: 'Your profile and your messages are gone with it.',
    heading: 'Your account has been deleted',
    paragraphs: [
      '{why} Your profile, your messages and every signed-in device are gone with it. This can’t be undone.',
      '{more}',
    ],
    notes: [
      `If you didn’t ask for this, or think it’s a mistake, please write to ${BRAND.supportEmail} at once.`,
    ],
    reason: `You’re receiving this because a ${BRAND.product} account with this address was deleted. It’s our last email about it.`,
  },
} as const satisfies Mail;

const WELCOME_BACK =
  'Thank you for joining us so early. If you’d ever like to come back, you’re welcome: a new account takes a minute.';
const ANSWER_US =
  'We know that this may be hard to read. If we got it wrong, tell us, and a person will look again.';

/** Sentences of the mail about a deleted account, by the reason of the deletion. */
export const ACCOUNT_DELETED_WORDS = {
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
} as const satisfies Readonly<Record<string, MailValues<typeof ACCOUNT_DELETED_MAIL>>>;
