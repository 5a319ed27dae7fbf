import { BRAND } from '#content/brand.ts';
import { LINK_TIMES } from '#content/link-hours.ts';
import type { Mail } from '#content/mails.ts';

/** Words of the address change: on the security page and on the page behind the mailed link. */
export const ADDRESS_CHANGE_WORDS = {
  title: 'Email address',
  present: 'You sign in with this address.',
  awaited: `We’ve sent an email to {email}. Your address stays as it is until you open its link and press the button. The link works for ${LINK_TIMES.confirm}. Adding your first passkey or turning on two-step verification cancels this change.`,
  cancelRequest: 'Cancel this change',
  cancelled: 'The change is cancelled. The link in the email no longer works.',
  notAwaited: 'There is no change to cancel. You sign in with {email}.',
  change: 'Change email address',
  field: 'New email address',
  hint: 'We’ll email a link to the new address. The old one gets an email now, and another once the address has changed. Messages you sent while signed out, and your launch-list entry, stay with the old address.',
  submit: 'Send the link',
  cancel: 'Cancel',
  /** Shown after the person has closed the dialog, while the mail is on its way. */
  asked: 'We’ve sent an email to {email}. Please open the link in it.',
  pageTitle: 'Confirm your new email',
  pageDescription: 'The last step of changing your email address: confirm that the new one is yours.',
  lead: 'Press the button, and you sign in with this address from then on. Your password, your other sign-in methods and everything in your account stay the same.',
  notYours: 'If you didn’t ask for this, just close this page. Nothing will change.',
  confirm: 'Use this address',
  changedTitle: 'Your email has changed',
  changed: 'From now on, you sign in with {email}.',
  signIn: 'Sign in',
  another: 'Get a new link',
  anotherHint:
    'If you’ve already pressed the button, you sign in with the new address. If not, you sign in as before, and can ask for the change again on your security page.',
} as const;

/**
 * The mail about a taken address has the same subject as the mail about a free one, so that the list of mails in “Your data” does
 * not reveal whether the address has an account.
 */
const ADDRESS_SUBJECT = `Please check: your address for a ${BRAND.product} account`;

export const CONFIRM_ADDRESS_MAIL = {
  name: 'confirm-address',
  label: 'Confirming a new address',
  tells: 'A link to confirm your new address',
  endsWithAccess: true,
  values: { link: 'link' },
  wording: {
    subject: ADDRESS_SUBJECT,
    preview: 'Confirm this is your email, and you’ll sign in with it from then on.',
    heading: 'Confirm your new email',
    paragraphs: [
      `Someone, hopefully you, asked to use this address for their ${BRAND.product} account. Open the link and press “Use this address” on the page. From then on, you sign in with it.`,
    ],
    action: { label: 'Confirm my new email', link: '{link}' },
    notes: [
      `The link works once, for ${LINK_TIMES.confirm}, in any browser. Only the newest link works.`,
      'If you didn’t ask for this, ignore this email. Nothing changes unless you press that button.',
    ],
    reason: `You’re receiving this because someone entered this address as the new one of their ${BRAND.product} account.`,
  },
} as const satisfies Mail;

export const ADDRESS_TAKEN_MAIL = {
  name: 'address-taken',
  label: 'A new address that is taken',
  tells:
    'That your address has an account, or that one has just moved away from it, if someone wants to use it for another one',
  values: { signInLink: 'link', resetLink: 'link' },
  wording: {
    subject: ADDRESS_SUBJECT,
    preview: 'Someone, perhaps you, wanted to use this address for another account.',
    heading: 'This address is taken',
    paragraphs: [
      'Someone, perhaps you, just asked to use this address for another account. Nothing has changed, because the address already has an account, or one has just moved away from it.',
      'If it was you, sign in to the account with this address. If you’d rather use the address for your other account, change or delete this one first. If an account has just moved away, please try again in a few days.',
    ],
    action: { label: 'Sign in', link: '{signInLink}' },
    otherAction: { label: 'Choose a new password', link: '{resetLink}' },
    notes: [
      'If it wasn’t you, ignore this email. The person who tried has learnt nothing about this address.',
    ],
    reason: `You’re receiving this because someone entered this address as the new one of their ${BRAND.product} account.`,
  },
} as const satisfies Mail;
