import { ADDRESS_LINE, BRAND } from './brand.ts';

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
  /** In its place where the message was accepted and the card was not charged. */
  readonly notPaid: string;
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
  home: 'Go to the home page',
  storyTitle: 'Our story',
  storyText: 'How it all began, in ten short chapters and one long night.',
  story: 'Read our story',
  blogTitle: 'Blog',
  blogText: 'Notes on the engineering behind a conversational AI.',
  blog: 'Open the blog',
} as const;

/** Labels and sentences that both forms share. A server's field error stands after its label (spec §5). */
export const FORM_WORDS = {
  name: 'Name',
  email: 'Email',
  failed: 'Submission failed.',
  notReached:
    'We couldn’t send your message. What you wrote is still here: please try again in a moment, or email us.',
  /** In its place where the browser knows why. */
  offline:
    'You’re offline, so nothing was sent. Everything you typed is still here: send it again when you’re connected.',
  /** The same for a message with a payment: the answer may have been lost after the card was charged. */
  paymentNotKnown:
    'The connection failed, so we don’t know yet whether your message and its payment have reached us. What you wrote is still here: sending the same message again today won’t charge you twice.',
  trap: 'Please leave this empty',
  /** After the label of the card field, in place of the library's own words: Stripe refused the card details. */
  cardNotTaken: 'was not accepted. Please check the details.',
  /** The same, when the cardholder's bank said no. */
  cardNotConfirmed:
    'was not charged: your bank didn’t confirm the payment. Please try again, or close this part to send the message without a payment.',
} as const;

export const FORM_SENTENCES = {
  name: { missing: 'Enter your name.' },
  email: {
    missing: 'Enter your email address.',
    malformed: 'Enter an email address like name@example.com.',
  },
  message: { missing: 'Enter a message.' },
} as const;

/** `{length}` and `{max}` are numbers with separators. */
export const MESSAGE_TOO_LONG = 'Please shorten the message to {max} characters. It has {length} now.';

export const FEEDBACK = {
  title: 'Tell us what you would change',
  lead: 'It’s early days, so one good suggestion can still change a lot.',
  form: {
    legend: 'Your feedback',
    messageLabel: 'Message',
    messageHint: 'As long or as short as you like. Please leave out passwords and other people’s details.',
    submit: 'Send Feedback',
    busy: 'Submitting...',
    success: 'Thank You! Your feedback has been successfully submitted.',
    afterwards: 'We read every line. If it leads to a change and you left a real address, we’ll tell you.',
    again: 'Send something else',
  },
  promptsTitle: 'Questions to get you started',
  prompts: [
    {
      question: 'What did you come here to find?',
      hint: 'Did you find it, or did you give up halfway?',
    },
    {
      question: 'What was slow, or hard to read?',
      hint: 'Tell us which phone you used and where you were, so that we can see what you saw.',
    },
    {
      question: 'What should the assistant never do?',
      hint: 'It’s easier to leave something out now than to remove it later.',
    },
  ],
  contactTitle: 'Talk to a person',
  contactText: 'For anything that needs an answer, use the contact form.',
  contactLink: 'Contact us',
  thanks: {
    pageTitle: 'Feedback sent',
    description: 'Your feedback has reached us. Here is what happens to it now, and where to go from here.',
    stepsTitle: 'What happens next',
    steps: [
      { title: 'It has arrived', text: 'Your feedback is stored. There’s no need to send it again.' },
      { title: 'We read it', text: 'A person reads all of it, in the order it came in.' },
      {
        title: 'We compare it with other feedback',
        text: 'What several people tell us moves up the list; what only you saw gets a second look.',
      },
    ],
  },
} as const satisfies Record<string, unknown> & { form: MessageFormWords; thanks: ThanksWords };

export const CONTACT = {
  title: 'Write to us',
  lead: 'No phone menus, no hold music. A person opens the inbox every morning.',
  form: {
    legend: 'Your message',
    messageLabel: 'Message',
    messageHint: 'A question, an idea, or a press enquiry.',
    submit: 'Send Message',
    busy: 'Sending...',
    success: 'Message Sent! Thank you for reaching out to us.',
    afterwards: 'We reply by email, and try to do so within two working days.',
    again: 'Write another one',
  },
  payment: {
    amount: 100_00,
    currency: 'inr',
    open: 'Add a card payment',
    text: 'If you like, add a one-time gift of {amount} towards our work. It buys no plan and no quicker reply, and we read messages without it just the same.',
    company:
      'The card field comes from Stripe, a payment company, and was loaded when you opened this part. Stripe gets your card details, name and email; we never see the card number.',
    leave: 'Changed your mind? Close this part to send the message without a payment.',
    label: 'Card',
    loading: 'Loading the card field…',
    notLoaded:
      'We couldn’t load the card field. Please try again, or close this part and send the message without a payment.',
    loadAgain: 'Try again',
    incomplete:
      'details are incomplete. Please fill them in, or close this part to send the message without a payment.',
    submit: 'Send Message and pay {amount}',
    paid: 'Your payment of {amount} went through. Thank you for that, too.',
    notPaid: 'No payment was taken with this message.',
  },
  emailTitle: 'By email',
  emailText: 'The same people read both. Use whichever you prefer.',
  email: BRAND.contactEmail,
  placeTitle: 'Where we are',
  place: ADDRESS_LINE,
  placeText: 'Indian Standard Time, five and a half hours ahead of GMT.',
  feedbackTitle: 'Feedback',
  feedbackText: 'For comments on the site or the assistant, the feedback page is quicker.',
  feedbackLink: 'Give feedback',
  rightsTitle: 'Your data',
  rightsText: 'See, download or erase what we keep under your address. You need no account.',
  rightsLink: 'Your rights',
  thanks: {
    pageTitle: 'Message sent',
    description:
      'Your message has reached us. Here is who reads it, when we reply, and where to go from here.',
    stepsTitle: 'What happens next',
    steps: [
      { title: 'It has arrived', text: 'Your message is stored. There’s no need to send it again.' },
      {
        title: 'We read it',
        text: 'A person opens the inbox every morning, and reads to the end.',
      },
      {
        title: 'We reply',
        text: 'By email, to the address you gave. If you hear nothing in two working days, please check your spam folder.',
      },
    ],
  },
} as const satisfies Record<string, unknown> & {
  form: MessageFormWords;
  payment: PaymentWords;
  thanks: ThanksWords;
};
