/** What the words of a page with a form are. */
export type MessageFormWords = {
  readonly legend: string;
  readonly messageLabel: string;
  readonly messageHint: string;
  readonly submit: string;
  readonly busy: string;
  /** Exact: docs/product.md, "Forms". */
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

/** Labels and sentences that both forms share. A server's field error stands after its label (docs/product.md, "Form codes"). */
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
