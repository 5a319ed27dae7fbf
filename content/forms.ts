export type MessageFormWords = {
  readonly legend: string;
  readonly messageLabel: string;
  readonly messageHint: string;
  readonly submit: string;
  readonly busy: string;
  /** docs/product.md, "Forms", prescribes this sentence. */
  readonly success: string;
  readonly afterwards: string;
  readonly again: string;
};

/** An optional card payment with a message (docs/decisions/0019-paying-by-card-with-a-message.md). `{amount}` is filled in. */
export type PaymentWords = {
  /** The amount in the currency's smallest unit: 10,000 paise are ₹100. */
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
  /** The error for incomplete card details. It follows the label of the field. */
  readonly incomplete: string;
  readonly submit: string;
  readonly paid: string;
  /** Shown instead of `paid` if the message was accepted but the card was not charged. */
  readonly notPaid: string;
};

/** Words of the pages that follow a form sent without JavaScript. */
export type ThanksWords = {
  /** The title in the browser tab, before the name of the product. */
  readonly pageTitle: string;
  /** The description for search engines, 50 to 160 characters. */
  readonly pageDescription: string;
  readonly stepsTitle: string;
  readonly steps: readonly { readonly title: string; readonly text: string }[];
};

export const THANKS_WORDS = {
  /** Shown if the browser opened the page without sending a form, or if the form service returned no reference. */
  direct: {
    title: 'What happens to a message',
    lead: 'If you have just sent a message, it has arrived.',
    again: 'Write to us',
  },
  home: 'Go to the home page',
  storyTitle: 'Our story',
  storyText: 'How it all began, in ten short chapters and one long night.',
  story: 'Read our story',
  blogTitle: 'Blog',
  blogText: 'Notes on the engineering behind a conversational AI.',
  blog: 'Open the blog',
} as const;

/** The time in which we try to answer a message. If you change it, also change the sentences in `content/proofs.json`. */
export const REPLY_TIME = 'two working days';

/** Labels and sentences that all forms share. A server's field error follows the label (docs/product.md, "Form codes"). */
export const FORM_WORDS = {
  name: 'Name',
  email: 'Email',
  failed: 'Submission failed.',
  /** Shown after a message to our own server, which mails at most one receipt in 24 hours to an address. */
  receipt: 'Your reference is {reference}. A receipt goes to {address}, unless you got one today already.',
  notReached:
    'We couldn’t send your message. What you wrote is still here: please try again in a moment, or email us.',
  offline:
    'You’re offline, so nothing was sent. Everything you typed is still here: send it again when you’re connected.',
  /** Shown when the connection failed for a message with a payment: the card may be charged although the answer was lost. */
  paymentNotKnown:
    'The connection failed, so we don’t know yet whether your message and its payment have reached us. What you wrote is still here: sending the same message again today won’t charge you twice.',
  trap: 'Please leave this empty',
  /** The error if Stripe refuses the card. It follows the label of the card field. */
  cardNotTaken: 'was not accepted. Please check the details.',
  /** The error when the cardholder's bank refused the payment. */
  cardNotConfirmed:
    'was not charged: your bank didn’t confirm the payment. Please try again, or close this part to send the message without a payment.',
} as const;

/** The sentences about an email address are those of the account forms (`contract/field-errors.ts`). */
export const FORM_SENTENCES = {
  name: { missing: 'Enter your name.' },
  message: { missing: 'Enter a message.' },
} as const;

/** `{length}` and `{max}` are filled in with thousands separators. */
export const MESSAGE_TOO_LONG = 'Please shorten the message to {max} characters. It has {length} now.';
