import { BRAND } from './brand.ts';

/** Names of the forms in mails and titles. */
export const FORM_TITLES = { contact: 'Contact', feedback: 'Feedback' } as const;

/** Words of the form service: its page for browsers without JavaScript, and its notification mail. */
export const FORM_SERVICE_PAGE = {
  title: 'Not sent yet',
  heading: 'Your message hasn’t been sent yet',
  /** Above the form when a field was refused. */
  correct: 'Everything you wrote is still here. Please check it below and send it again.',
  /** Above the form when nothing in it is wrong. `{send}` is the button. */
  wait: 'Everything you wrote is still here, and there’s nothing to correct. Please wait as it says above, then press “{send}” again.',
  /** When sending again would not help. */
  copy: 'What you wrote is below, so you can copy it.',
  /** When the request could not be read. */
  goBack: 'Please go back in your browser. What you typed should still be there.',
  problems: 'What to do',
  written: 'What you wrote',
  filesAgain: 'Please choose your files again: the page couldn’t keep them.',
  files: 'Files',
  /** Below a form that another site sent: its fields that this form does not have. */
  leftOut:
    'The site you came from added this. It won’t be sent with the form. If it belongs in your message, copy it there.',
  leftOutTitle: 'What won’t be sent',
  emptyForm: 'Open the form',
  byEmail: 'You can also email us:',
  email: BRAND.contactEmail,
} as const;

/** `{name}` and `{email}` are filled in. */
export const NOTIFICATION = {
  subject: 'New message from {name}',
  nobody: 'someone who gave no name',
  signedIn: 'The sender was signed in as {email}, the confirmed address of that account.',
  notSignedIn: 'The sender was not signed in: we haven’t checked the name and address.',
  answer: 'Reply to this email to answer {name}.',
  /** For an address that a mail program cannot use as Reply-To. */
  answerByHand: 'Write to {name} to answer: a reply to this email would not go there.',
  noAnswer: 'The sender left no address to reply to.',
  noText: '(no text)',
  file: 'File',
  /** In the mail about a request for personal data. */
  due: 'Please answer by {date}: that is the date the sender was told. Reference: {reference}.',
  /** `{intent}` finds the payment on Stripe's dashboard. */
  payment: 'Paid by card: {amount} (Stripe {intent}).',
} as const;
