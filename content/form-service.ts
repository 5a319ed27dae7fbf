import { BRAND } from './brand.ts';

/** What the forms are called in mails and in titles. */
export const FORM_TITLES = { contact: 'Contact', feedback: 'Feedback' } as const;

/** The words of the form service: the page for browsers without JavaScript, and the mail that tells of a message. */
export const FORM_SERVICE_PAGE = {
  title: 'Not sent yet',
  heading: 'Your message has not been sent yet',
  /** Above the form with what was typed. */
  correct: 'Everything you wrote is still here. Please look at what stands below and send it again.',
  /** The same where nothing in it is wrong. `{send}` is the button. */
  wait: 'Everything you wrote is safe here, and nothing in it is wrong. Please wait as it says above, then press “{send}” again.',
  /** Where sending again would not help. */
  copy: 'What you wrote stands below, so that you can copy it.',
  /** Where nothing of it could be read. */
  goBack: 'Please go back in your browser: what you typed should still be there.',
  problems: 'What to do',
  written: 'What you wrote',
  filesAgain: 'Please choose your files again: a page cannot keep them.',
  files: 'Files',
  /** Below a form that another site had sent: what that site had put into it, apart from the fields that are shown. */
  leftOut:
    'This came along from the site that you come from. It is left out when you send the form; if it belongs to your message, copy it there.',
  leftOutTitle: 'What is left out',
  emptyForm: 'Open the form',
  byEmail: 'You can also write to us by email:',
  email: BRAND.contactEmail,
} as const;

/** `{name}`, `{form}` and `{email}` are filled in. */
export const NOTIFICATION = {
  subject: '{form}: a message from {name}',
  nobody: 'somebody who gave no name',
  signedIn: 'The sender was signed in as {email}, the confirmed address of that account.',
  notSignedIn: 'The sender was not signed in: name and address are as they were typed.',
  answer: 'Answer this mail, and your answer goes to {name}.',
  noAnswer: 'No address was left to which an answer could go.',
  noText: '(no text)',
  file: 'File',
  /** `{intent}` finds the payment on Stripe's dashboard. */
  payment: 'Paid by card: {amount} (Stripe {intent})',
} as const;
