import { BRAND } from '#content/brand.ts';
import type { Mail } from '#content/mails.ts';

/** Words of the link to the console, which operators see on the security page. */
export const CONSOLE_LINK_WORDS = {
  title: 'Operators’ console',
  lead: 'You work here: messages, people and visits are in the console.',
  open: 'Open the console',
} as const;

export const OPERATOR_CHANGED_MAIL = {
  name: 'operator-changed',
  label: 'A change to an operator’s account',
  tells: 'That an operator’s sign-in methods changed, for the owners of the console',
  values: { operator: 'line', what: 'line', console: 'link' },
  wording: {
    subject: 'An operator’s sign-in methods changed: {operator}',
    preview: 'We tell you because their account opens the console.',
    heading: 'An operator’s sign-in methods changed',
    paragraphs: [
      'This is what we just told {operator}, who works in the console:',
      '“{what}”',
      'If you weren’t expecting it, ask them. If it wasn’t them, remove their role first.',
    ],
    action: { label: 'Open the console', link: '{console}', isPlain: true },
    notes: [],
    reason: 'You’re receiving this because you’re an owner of the site’s console.',
  },
} as const satisfies Mail;

export const DELETED_BY_US_MAIL = {
  name: 'deleted-by-us',
  label: 'What one of us deleted, to the owners of the console',
  tells: 'That one of us deleted an account or many messages, and why, without a name',
  recipient: 'The owners of the operators’ console',
  values: { what: 'line', reason: 'line', console: 'link' },
  wording: {
    subject: 'Deleted in the console: {what}',
    preview: 'Why: {reason}.',
    heading: 'Deleted: {what}',
    paragraphs: [
      'One of us deleted {what}. Why: {reason}. This can’t be undone.',
      'The audit log says who did it, and when.',
    ],
    action: { label: 'Open the audit log', link: '{console}', isPlain: true },
    notes: [
      'If none of you did this, someone else may be using the console: remove the role of the person named in the audit log.',
    ],
    reason: `You’re receiving this because you’re an owner of the ${BRAND.product} console.`,
  },
} as const satisfies Mail;

export const INVITED_MAIL = {
  name: 'operator-invited',
  label: 'An invitation to the operators’ console',
  tells: 'Who invited the address to the console and in which role, with a link that works once',
  recipient: 'The person invited to work for us',
  values: { inviter: 'line', role: 'line', may: 'line', works: 'line', link: 'link' },
  wording: {
    subject: `Join the ${BRAND.product} console`,
    preview: '{inviter} has invited you as {role}.',
    heading: 'You’re invited to the console',
    paragraphs: [
      `{inviter} has invited you to the ${BRAND.product} console as {role}: {may}.`,
      'Sign in with this address, or create an account with it. Then turn on two-step verification or add a passkey, and the console opens.',
    ],
    action: { label: 'Join the console', link: '{link}' },
    notes: [
      'The link works once, for {works}, and only for this address.',
      'If you weren’t expecting it, ignore this email, and nothing happens.',
    ],
    reason: `You’re receiving this because an owner of the ${BRAND.product} console invited this address.`,
  },
} as const satisfies Mail;

/** What the mail about a changed role says happened. */
export const ROLE_CHANGES = {
  changed: 'Your role there is now {role}, which covers: {may}.',
  removed: 'You no longer have a role there, so the console is closed for you.',
} as const;

export const ROLE_CHANGED_MAIL = {
  name: 'operator-role-changed',
  label: 'A change of your role in the operators’ console',
  tells: 'That your role in the operators’ console was changed or removed',
  values: { what: 'line' },
  wording: {
    subject: `Your role in the ${BRAND.product} console has changed`,
    preview: '{what}',
    heading: 'Your role in the console has changed',
    paragraphs: ['{what}', 'Your account on the site stays as it is.'],
    notes: ['If you weren’t expecting it, ask an owner of the console.'],
    reason: `You’re receiving this because you have, or had, a role in the ${BRAND.product} console.`,
  },
} as const satisfies Mail;
