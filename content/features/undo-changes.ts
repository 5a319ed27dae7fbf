import { BRAND } from '#content/brand.ts';
import type { Mail } from '#content/mails.ts';

/** Words of the page behind the link “This wasn’t me”. */
export const NOT_ME_WORDS = {
  pageTitle: 'Wasn’t you?',
  pageDescription: 'Stop a change to your account that wasn’t you: one press signs everyone out.',
  lead: 'Press the button, and everyone is signed out of your account. Nothing that was changed can be used to sign in until you’ve decided about it. If it was you, just close this page.',
  submit: 'This wasn’t me',
  /** Shown for a mailed link that is incomplete or no longer works. */
  otherwise:
    'You can also sign in and look at your security page, which shows how you can sign in now. Or choose a new password by email, which signs everyone else out.',
  frozen: {
    title: 'Your account is frozen',
    lead: 'Everyone is signed out. Nothing that was changed opens your account any more.',
    takeBackTitle: 'Undo the change',
    takeBackLead:
      'Type your password (if it was changed, the earlier one) or one of your recovery codes. We’ll undo the change, or the sign-in, and everything after it.',
    field: 'Password from before, or a recovery code',
    missing: 'Enter your password from before the change or a recovery code.',
    submit: 'Undo the change',
    otherWays:
      'Or sign in and decide on the security page. Use a passkey, Google or GitHub that was there before the change and still is, unless the reported sign-in used it; after a change to two-step verification, only a passkey. If only a passkey or a connected account was changed, your password works, too.',
    byEmail:
      'A new password by email works if the account has no passkey and no two-step verification, had neither before, and kept its address.',
  },
  kept: {
    title: 'This change was kept',
    lead: 'Someone who was signed in has said that the change was theirs, so this link no longer freezes the account.',
  },
  takenBack: {
    title: 'The change is undone',
    lead: 'If you undid a sign-in, the password or the account that it used no longer works here: if that was your password, choose a new one now. If you undid another change, you can sign in as you did before it. If someone else may know your password, choose a new one then, too.',
  },
  signIn: 'Sign in',
  newPassword: 'Choose a new password',
} as const;

export const ACCOUNT_CHANGED_MAIL = {
  name: 'account-changed',
  label: 'A change to your account',
  tells:
    'What changed about how you sign in, when and in what type of browser, and a link in case it wasn’t you',
  values: { title: 'line', what: 'line', browser: 'line', when: 'line', link: 'link' },
  wording: {
    subject: `{title}: your ${BRAND.product} account`,
    preview: 'If it wasn’t you, stop it with one press.',
    heading: '{title}',
    paragraphs: [
      '{what}',
      'When: {when}. Browser: {browser}.',
      'If it was you, there’s nothing to do. If it wasn’t, open the link and press “This wasn’t me”: everyone is signed out, and nothing that was changed can be used to sign in.',
    ],
    action: { label: 'This wasn’t me', link: '{link}', isPlain: true },
    notes: [
      'The link works for 7 days. Opening it changes nothing.',
      'If you got several emails like this, use the first one about a change that wasn’t yours.',
    ],
    reason: `You’re receiving this because this address belongs to a ${BRAND.product} account. We tell you about every change to how you sign in.`,
  },
} as const satisfies Mail;

export const ACCOUNT_MOVED_MAIL = {
  name: 'account-moved',
  label: 'Your account has moved',
  tells: 'That your account moved to another address, when someone signs up with the former one',
  values: { link: 'link', signInLink: 'link' },
  wording: {
    subject: `Your ${BRAND.product} account has moved to another address`,
    preview: 'Someone tried to sign up with it. If the move wasn’t you, stop it.',
    heading: 'Your account has moved',
    paragraphs: [
      'Someone, perhaps you, just tried to sign up with this address. Until a few days ago it belonged to an account, which has moved to another address. While the move can still be undone, nobody can create another account with this address.',
      'If the move wasn’t you, open the link and press “This wasn’t me”. If it was, sign in with your new address.',
    ],
    action: { label: 'This wasn’t me', link: '{link}', isPlain: true },
    otherAction: { label: 'Sign in', link: '{signInLink}' },
    notes: ['Opening the link changes nothing.'],
    reason: `You’re receiving this because this address belonged to a ${BRAND.product} account in the last 7 days.`,
  },
} as const satisfies Mail;

type Told = { readonly title: string; readonly what: string };

/** Names of account changes in mails and on the security page, by kind and detail; `other` is for changes without a detail. */
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
    other: {
      title: 'Sign-in changed',
      what: 'The Google or GitHub accounts connected to yours were changed.',
    },
    'google linked': {
      title: 'Google connected',
      what: 'A Google account can now be used to sign in to your account.',
    },
    'google unlinked': { title: 'Google disconnected', what: 'Google was disconnected from your account.' },
    'github linked': {
      title: 'GitHub connected',
      what: 'A GitHub account can now be used to sign in to your account.',
    },
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
      title: 'New email address requested',
      what: 'Someone who was signed in to your account asked to change its email address. It changes once the new address is confirmed.',
    },
  },
  recovery: {
    other: {
      title: 'Help with signing in',
      what: 'We were asked to turn off two-step verification and the passkeys of your account, and did not.',
    },
    planned: {
      title: 'Help with signing in',
      what: 'We were asked to help you get back into your account. In a day, we’ll turn off its two-step verification and its passkeys and email you a link for a new password, unless you stop this or sign in with either of them first.',
    },
    done: {
      title: 'Two-step verification and passkeys off',
      what: 'We turned off two-step verification and the passkeys of your account, as we told you a day ago.',
    },
  },
} as const satisfies Record<string, { readonly other: Told } & Readonly<Record<string, Told>>>;

/** Shown in place of the browser's name when an operator made the change. */
export const CHANGED_BY_US = 'none. One of us did this, on request';
