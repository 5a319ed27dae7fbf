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

/**
 * A card payment that may go with a message, where the settings name Stripe's keys. The server charges what stands
 * here, whatever a page sends (docs/decisions/0019-paying-by-card-with-a-message.md). `{amount}` is filled in.
 */
export type PaymentWords = {
  /** In the currency's smallest unit: 100 paise are a rupee. */
  readonly amount: number;
  readonly currency: 'eur' | 'gbp' | 'inr' | 'usd';
  readonly open: string;
  readonly text: string;
  readonly company: string;
  readonly leave: string;
  readonly label: string;
  readonly loading: string;
  readonly notLoaded: string;
  readonly loadAgain: string;
  /** After the label. */
  readonly incomplete: string;
  /** On the button that sends and pays. */
  readonly submit: string;
  readonly paid: string;
};

/**
 * /contact/thanks and /feedback/thanks, where a form leads that was sent without JavaScript. The heading is the form's
 * `success`, the lead its `afterwards`.
 */
export type ThanksWords = {
  /** Shown in the tab before the product's name. */
  readonly pageTitle: string;
  /** 50 to 160 characters. */
  readonly description: string;
  readonly stepsTitle: string;
  readonly steps: readonly { readonly title: string; readonly text: string }[];
};

export const THANKS_WORDS = {
  home: 'To the home page',
  storyTitle: 'While the kettle is on',
  storyText: 'How all this began, in ten short chapters and one long night.',
  story: 'Read our story',
  blogTitle: 'Or something for the way',
  blogText: 'Notes on the engineering behind a machine that answers.',
  blog: 'Open the blog',
} as const;

/** Labels and sentences that both forms share. A server's field error stands after its label (spec §5). */
export const FORM_WORDS = {
  name: 'Name',
  email: 'Email',
  failed: 'Submission failed.',
  notReached:
    'We could not hand it over. What you wrote is still here: please try again in a moment, or write to us by email.',
  trap: 'Please leave this empty',
  /** After the label of the card field, in place of the library's own words: Stripe refused the card details. */
  cardNotTaken: 'was not accepted, and nothing was charged. Please look at the details once more.',
  /** The same, when the cardholder's bank said no. */
  cardNotConfirmed:
    'was not charged: your bank did not confirm the payment. Please try again, or close this part to send the message without a payment.',
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
  thanks: {
    pageTitle: 'Feedback sent',
    description: 'Your feedback is with us. What happens with it now, and where to go from here.',
    stepsTitle: 'Where it goes from here',
    steps: [
      { title: 'It has arrived', text: 'Your words are stored. There is no need to send them again.' },
      { title: 'Somebody reads it', text: 'A person, and all of it, in the order in which it came.' },
      {
        title: 'It meets its neighbours',
        text: 'What several people tell us moves up the list; what only you saw gets a second look.',
      },
    ],
  },
} as const satisfies Record<string, unknown> & { form: MessageFormWords; thanks: ThanksWords };

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
  payment: {
    amount: 100_00,
    currency: 'inr',
    open: 'Add a payment by card',
    text: 'If you like, put {amount} into the envelope, once, towards our work. It is a gift: it buys no plan and no quicker answer, and a letter without it is read just the same.',
    company:
      'The card field is from Stripe, a payment company, and was loaded when you opened this part. Stripe gets your card details, name and email; we never see the card number.',
    leave: 'Changed your mind? Close this part, and the message goes without a payment.',
    label: 'Card',
    loading: 'Opening the card field…',
    notLoaded:
      'The card field could not be opened. Please try again, or close this part and send the message without a payment.',
    loadAgain: 'Try again',
    incomplete:
      'details are not complete yet. Please fill them in, or close this part to send the message without a payment.',
    submit: 'Send Message and pay {amount}',
    paid: 'Your payment of {amount} was made. Thank you for that, too.',
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
  thanks: {
    pageTitle: 'Message sent',
    description: 'Your message is with us. Who reads it, when an answer comes, and where to go from here.',
    stepsTitle: 'Where it goes from here',
    steps: [
      { title: 'It has arrived', text: 'Your words are stored. There is no need to send them again.' },
      {
        title: 'Somebody reads it',
        text: 'A person opens the letter box every morning, and reads to the end.',
      },
      {
        title: 'An answer sets out',
        text: 'By email, to the address you gave. Should two working days pass, have a look among the spam.',
      },
    ],
  },
} as const satisfies Record<string, unknown> & {
  form: MessageFormWords;
  payment: PaymentWords;
  thanks: ThanksWords;
};
