import { ADDRESS_LINE, BRAND } from './brand.ts';
import { type MessageFormWords, type PaymentWords, REPLY_TIME, type ThanksWords } from './forms.ts';

export const CONTACT = {
  title: 'Write to us',
  lead: `No phone menus, no hold music. One of us reads every message, and we try to reply by email within ${REPLY_TIME}.`,
  form: {
    legend: 'Your message',
    messageLabel: 'Message',
    messageHint: 'A question, an idea, plans for a company, or a press enquiry.',
    submit: 'Send Message',
    busy: 'Sending...',
    success: 'Message Sent! Thank you for reaching out to us.',
    afterwards: `We try to reply by email within ${REPLY_TIME}.`,
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
  feedbackText: 'Comments on the site or the assistant that need no answer go on the feedback page.',
  feedbackLink: 'Give feedback',
  rightsTitle: 'Your data',
  rightsText: 'See, download or erase what we keep under your address. You need no account.',
  rightsLink: 'Your rights',
  thanks: {
    pageTitle: 'Your message',
    pageDescription: 'Here is who reads your message, when we reply, and where to go from here.',
    stepsTitle: 'What happens next',
    steps: [
      { title: 'It has arrived', text: 'Your message is stored. There’s no need to send it again.' },
      {
        title: 'We read it',
        text: 'We open the inbox every morning, and one of us reads your message to the end.',
      },
      {
        title: 'We reply',
        text: `By email, to the address you gave. If you hear nothing in ${REPLY_TIME}, please check your spam folder.`,
      },
    ],
  },
} as const satisfies Record<string, unknown> & {
  form: MessageFormWords;
  payment: PaymentWords;
  thanks: ThanksWords;
};
