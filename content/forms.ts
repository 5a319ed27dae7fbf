import { BRAND } from './brand.ts';

/** The words of /feedback and /contact (spec §2, §4, §5). */
export type MessageFormWords = {
  readonly legend: string;
  readonly messageLabel: string;
  readonly messageHint: string;
  readonly submit: string;
  readonly busy: string;
  /** Spec §2, exact. */
  readonly success: string;
  readonly afterwards: string;
  readonly again: string;
};

/** Labels and sentences that both forms share. A server's field error stands after its label (spec §5). */
export const FORM_WORDS = {
  name: 'Name',
  email: 'Email',
  failed: 'Submission failed.',
  notReached:
    'We could not hand it over. What you wrote is still here: please try again in a moment, or write to us by email.',
  trap: 'Please leave this empty',
} as const;

export const FORM_SENTENCES = {
  name: { missing: 'Please give your name.' },
  email: {
    missing: 'Please give your email address.',
    malformed: 'Please write the address like name@example.com.',
  },
  message: { missing: 'Please write a few words.' },
} as const;

/** `{length}` and `{max}` are numbers with separators. */
export const MESSAGE_TOO_LONG = 'Please shorten the message to {max} characters. It has {length} now.';

export const FEEDBACK = {
  title: 'Tell us what you would change',
  lead: 'We are early enough that one good remark can still move a wall.',
  form: {
    legend: 'Your feedback',
    messageLabel: 'Message',
    messageHint: 'As long or as short as you like, without passwords or anything about other people.',
    submit: 'Send Feedback',
    busy: 'Submitting...',
    success: 'Thank You! Your feedback has been successfully submitted.',
    afterwards:
      'We read every line. When something in it leads to a change, and you left a real address, we tell you.',
    again: 'Send something else',
  },
  promptsTitle: 'If you do not know where to begin',
  prompts: [
    {
      question: 'What did you come here to find?',
      hint: 'And did you find it, or did you give up half-way?',
    },
    {
      question: 'What was slow, or hard to read?',
      hint: 'The phone and the place help us to see it as you did.',
    },
    {
      question: 'What should the assistant never do?',
      hint: 'It is easier to leave a thing out now than to take it away later.',
    },
  ],
} as const satisfies Record<string, unknown> & { form: MessageFormWords };

export const CONTACT = {
  title: 'Write to us',
  lead: 'There is no ticket number and no waiting music. A person opens the letter box every morning.',
  form: {
    legend: 'Your message',
    messageLabel: 'Message',
    messageHint: 'A question, an idea, a story to follow up.',
    submit: 'Send Message',
    busy: 'Sending...',
    success: 'Message Sent! Thank you for reaching out to us.',
    afterwards: 'We answer by email, and try to do so within two working days.',
    again: 'Write another one',
  },
  emailTitle: 'By email',
  emailText: 'The same people read both. Use whichever you like better.',
  email: BRAND.contactEmail,
  placeTitle: 'Where we are',
  place: BRAND.address,
  placeText: 'India Standard Time, five and a half hours ahead of Greenwich.',
  feedbackTitle: 'Is it about the site or the assistant?',
  feedbackText: 'Then the feedback page is the shorter way.',
  feedbackLink: 'Give feedback',
  stamp: 'Tuesday, first light',
} as const satisfies Record<string, unknown> & { form: MessageFormWords };
