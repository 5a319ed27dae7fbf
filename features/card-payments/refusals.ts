import { type FormFieldCode, NO_PAYMENTS } from '#features/forms/refusals.ts';

/** Why a payment was refused: the code of the field error, and the text after the card field's label. */
export const PAYMENT_ERRORS = {
  /** Stripe's explanation for the cardholder replaces `{reason}`. */
  DECLINED: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'was not charged. {reason} Please try another card, or send the message without a payment.',
  },
  CARD_NOT_USABLE: {
    code: 'STRIPE_CLIENT_ERROR',
    message: 'could not be used, and was not charged. Please enter it again.',
  },
  NOT_SET_UP: NO_PAYMENTS,
  /** Shown while Stripe refuses all payments, until an operator corrects the keys or the price. */
  NOT_WORKING: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'payments don’t work here at the moment, and nothing was charged. Please send the message without one.',
  },
  TOO_MANY_CARDS: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged: too many cards have been tried with this message. Please send it without a payment.',
  },
  TOO_MANY_REFUSED: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged: banks have refused too many cards here in the last hour. Please try again in an hour, or send the message without a payment.',
  },
  NOT_REACHED: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged: we couldn’t reach the payment service. Please try again in a few minutes, or send the message without a payment.',
  },
  NOT_KNOWN: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'payment is pending: the payment service hasn’t told us yet whether it went through. We’ve kept your message, and it will reach us as soon as the payment goes through. Sending the same message again today won’t charge you twice.',
  },
  NOT_KNOWN_BEFORE: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'payment of an earlier message of yours is pending: the payment service hasn’t told us yet whether it went through. Until then, we can’t start another payment. Please try again in a few minutes, or send this message without a payment.',
  },
  PAID_BEFORE: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged for this message: the payment of an earlier message of yours went through, and that message has reached us. If you want to pay once more, send this again; otherwise send it without a payment.',
  },
  OVERTAKEN: {
    code: 'STRIPE_CLIENT_ERROR',
    message:
      'was not charged for this message: a newer one of yours took its place. To pay for this one after all, send it again.',
  },
  NOT_CONFIRMED: {
    code: 'STRIPE_SCA_ERROR',
    message: 'was not charged: the bank didn’t confirm the payment. Please send the message again.',
  },
  NOT_OURS: {
    code: 'STRIPE_SCA_ERROR',
    message:
      'payment couldn’t be completed: its confirmation belongs to another message, or came too late. Please send the message again; you won’t be charged twice.',
  },
} as const satisfies Record<string, { code: FormFieldCode; message: string }>;
