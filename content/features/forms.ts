import { BRAND, GRIEVANCE_OFFICER } from '#content/brand.ts';
import { REPLY_TIME } from '#content/forms.ts';
import type { Mail } from '#content/mails.ts';

/** The operator is reminded of an open request this many days before its due date. */
export const REMINDER_DAYS = 7;

export const NOTIFICATION_MAIL = {
  name: 'form-notification',
  operatorLabel: 'Message for the team',
  label: 'Your message, to those who answer',
  tells: 'Your message, name and email address',
  recipient: 'Those of us who answer messages',
  isOfMessage: true,
  toOperators: true,
  values: {
    subject: 'line',
    name: 'line',
    form: 'line',
    sender: 'line',
    standing: 'line',
    letter: 'quote',
    open: 'line',
    console: 'link',
    answer: 'line',
    reference: 'line',
    id: 'line',
    sentAt: 'line',
  },
  wording: {
    subject: '{subject}',
    preview: 'From {sender}',
    heading: 'New message from {name}',
    // Facts from the server are above the quoted message, where a sender cannot fake them.
    paragraphs: ['{standing}', 'Form: {form}. From: {sender}.'],
    quote: '{letter}',
    action: { label: '{open}', link: '{console}' },
    notes: ['{answer}', 'Reference: {reference}. Received {sentAt} and stored as {id}.'],
    reason: `You’re receiving this because messages from the ${BRAND.product} site’s forms go to this address.`,
  },
} as const satisfies Mail;

/** The receipt contains no text of the sender, because anybody can type another person's address into a form. */
export const RECEIPT_MAIL = {
  name: 'form-receipt',
  operatorLabel: 'Receipt for the sender',
  label: 'We’ve got your message',
  tells: 'That your message arrived: through which form, when, and its reference',
  isOfMessage: true,
  values: { form: 'line', reference: 'line', sentAt: 'line' },
  wording: {
    subject: 'We’ve got your message',
    preview: 'Your reference is {reference}.',
    heading: 'We’ve got your message',
    paragraphs: [
      `Thank you for writing to ${BRAND.company}. Your message has arrived, and a person will read it.`,
      'Form: {form}. Received: {sentAt}. Reference: {reference}.',
      `If your message needs an answer, we try to reply within ${REPLY_TIME}.`,
    ],
    notes: [
      `To add something, write to ${BRAND.contactEmail} and mention the reference.`,
      'If you didn’t write to us, someone typed your address into the form. You can ignore this email; we send at most one of these a day.',
    ],
    reason: `You’re receiving this because a message with your address was sent through the ${BRAND.product} site.`,
  },
} as const satisfies Mail;

export const REPLY_MAIL = {
  name: 'form-reply',
  operatorLabel: 'Answer to a message',
  label: 'Our answer to your message',
  tells: 'Our answer to your message, which it quotes',
  values: { subject: 'line', text: 'text', sentAt: 'line', letter: 'quote', reference: 'line' },
  wording: {
    subject: '{subject}',
    preview: 'An answer to your message {reference}.',
    heading: '{subject}',
    paragraphs: ['{text}', 'You wrote on {sentAt}:'],
    quote: '{letter}',
    notes: ['To answer, reply to this email. Your reference is {reference}.'],
    reason: `You’re receiving this because a message with your address was sent through the ${BRAND.product} site.`,
  },
} as const satisfies Mail;

export const DUE_RECEIPT_MAIL = {
  name: 'rights-receipt',
  label: 'We’ve got your request',
  tells: 'That your request about personal data arrived: its reference, and by when we answer',
  isOfMessage: true,
  values: { form: 'line', reference: 'line', sentAt: 'line', due: 'line' },
  wording: {
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
} as const satisfies Mail;

export const DUE_REMINDER_MAIL = {
  name: 'rights-reminder',
  label: 'Your request, to those who answer',
  tells: 'That a request about personal data is due, with its reference',
  recipient: 'Those of us who answer messages',
  toOperators: true,
  values: { form: 'line', reference: 'line', due: 'line', console: 'link' },
  wording: {
    subject: 'Due by {due}: request {reference}',
    preview: 'It isn’t marked as done yet.',
    heading: 'A request is due by {due}',
    paragraphs: [
      'Form: {form}. Reference: {reference}. The sender was promised an answer by {due}, and the request isn’t marked as done yet.',
      'Open it in the console, and mark it as done once it’s answered.',
    ],
    action: { label: 'Open the request', link: '{console}' },
    notes: ['We remind you of each request once.'],
    reason: `You’re receiving this because messages from the ${BRAND.product} site’s forms go to this address.`,
  },
} as const satisfies Mail;

export const QUARANTINE_MAIL = {
  name: 'quarantine-digest',
  label: 'Possible spam, to those who answer',
  tells: 'How many messages went into quarantine',
  recipient: 'Those of us who answer messages',
  values: { count: 'line', day: 'line', console: 'link' },
  wording: {
    subject: 'New in quarantine: {count}',
    preview: 'Some may be from people. Please have a look.',
    heading: 'Are any of these from a person?',
    paragraphs: [
      'New messages in quarantine: {count}. The spam trap caught them, or an operator put them there. The senders were told that their messages had been sent. A password manager can fill in the trap by mistake, so please have a look.',
      'Read them in the console, and release those that came from a person.',
    ],
    action: { label: 'Open the quarantine', link: '{console}' },
    notes: ['The oldest of them will be removed on {day}.'],
    reason: `You’re receiving this because messages from the ${BRAND.product} site’s forms go to this address. We send at most one of these a day.`,
  },
} as const satisfies Mail;
