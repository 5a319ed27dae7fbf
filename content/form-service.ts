import { BRAND } from './brand.ts';

export const FORM_TITLES = { contact: 'Contact', feedback: 'Feedback' } as const;

export const FORM_SERVICE_PAGE = {
  title: 'Not sent yet',
  heading: 'Your message hasn’t been sent yet',
  /** Shown if the server refused a field. */
  correct: 'Everything you wrote is still here. Please check it below and send it again.',
  /** Shown if no field is wrong, but the sender must wait. `{send}` is the label of the button. */
  wait: 'Everything you wrote is still here, and there’s nothing to correct. Please wait as it says above, then press “{send}” again.',
  /** Shown when sending the form again would not help. */
  copy: 'What you wrote is below, so you can copy it.',
  /** Shown if the server could not read the request. */
  goBack: 'Please go back in your browser. What you typed should still be there.',
  problems: 'What to do',
  written: 'What you wrote',
  filesAgain: 'Please choose your files again: the page couldn’t keep them.',
  files: 'Files',
  /** Shown beside a field that another site’s form has and our own form does not have. */
  leftOut:
    'The site you came from added this. It won’t be sent with the form. If it belongs in your message, copy it there.',
  leftOutTitle: 'What won’t be sent',
  emptyForm: 'Open the form',
  byEmail: 'You can also email us:',
  email: BRAND.contactEmail,
} as const;

/** Shown on the page that confirms a form sent without JavaScript. */
export const REFERENCE_SENTENCE = 'Your reference is {reference}.';

/** The mail that tells operators about a new message. `{form}`, `{name}` and `{email}` are filled in. */
export const NOTIFICATION = {
  subject: '{form}: new message from {name}',
  nobody: 'someone who gave no name',
  signedIn: 'The sender was signed in as {email}, the confirmed address of that account.',
  notSignedIn: 'The sender was not signed in: we haven’t checked the name and address.',
  answer: 'Reply to this email to answer {name}.',
  /** Used if the sender's address cannot be a Reply-To address. */
  answerByHand: 'To answer, write to {name} directly: a reply to this email would not reach them.',
  noAnswer: 'The sender left no address to reply to.',
  /** The label of the mail's button. Without a console, the button opens the site and has the label `openSite`. */
  open: 'Open the message',
  openSite: `Open ${BRAND.product}`,
  noText: '(no text)',
  file: 'File',
  /** Added to the mail about a request for personal data. */
  due: 'Please answer by {date}, the date the sender was given.',
  /** Added for a paid message; `{intent}` finds the payment on Stripe's dashboard. */
  payment: 'Paid by card: {amount} (Stripe {intent}).',
} as const;
