import { BRAND } from './brand.ts';
import type { LegalCard } from './legal.ts';

export const TERMS = {
  title: 'The terms, in plain words',
  lead: `What you can expect from ${BRAND.company}, and what we expect from you. Five sections, with an address at the end.`,
  contact: {
    title: 'Contact',
    lead: 'Questions about these terms, a return or a payment:',
    email: 'Email',
    address: 'Address',
    business: 'Business name',
    billing: 'Billing name',
  },
} as const;

/** Days after delivery in which a physical product can be returned. */
const RETURN_DAYS = 7;

export const TERMS_CARDS: readonly LegalCard[] = [
  {
    id: 'terms-and-conditions',
    title: 'Terms and Conditions',
    icon: 'handshake',
    gist: 'By using this site, you agree to this page as it stands that day.',
    content: [
      `This site is run by ${BRAND.company}, called “we” below. By using the site, or an account on it, you agree to these terms and to the privacy page. The licence page says more about what you may do, for how long, and what we are liable for. If you don’t agree, please don’t use it.`,
      'These terms may change without notice. The version on this page is the one that applies, so please check back from time to time. A plan that you’ve already paid for keeps the price and the terms it was bought under.',
      'You may read, share and link to anything here. Please don’t break in, overload the site, pretend to be someone else, or use it for anything illegal. We may close an account that is used for any of this; one of us will do it by hand.',
      'The site is provided as it is. We take care, but we can’t promise that it will always be available or free of mistakes. Nothing in these terms takes away your legal rights as a consumer.',
      `Indian law applies. Disputes go to the courts of ${BRAND.address.locality}, ${BRAND.address.region}, unless the law where you live entitles you to another court.`,
    ],
  },
  {
    id: 'user-accounts',
    title: 'User Accounts',
    icon: 'account',
    gist: 'One person, one confirmed address, one password you keep to yourself.',
    content: [
      'An account works once its email address is confirmed. If it isn’t confirmed within 7 days, it is removed.',
      'Please use your own email address, keep your password to yourself, and tell us if someone else has used your account. You’re responsible for what happens under your account, unless we caused it.',
      'If your country’s law requires a parent’s consent at your age, please get it before you sign up.',
      'You can delete your account in your profile at any time. This happens at once and can’t be undone.',
    ],
  },
  {
    id: 'products-and-services',
    title: 'Products and Services',
    icon: 'parcel',
    gist: 'Our products are coming soon. What we show is a plan until we deliver it.',
    content: [
      `${BRAND.product}, the language model, the watches and the devices are not available yet. The descriptions, drawings and dates on this site are our honest intentions and may change. They are not an offer to sell.`,
      'An AI’s answers can be wrong. When the assistant opens, please don’t rely on it alone in matters of health, money, safety or law.',
      'We may change, pause or end a service. If you’ve paid for it, we’ll tell you well in advance.',
    ],
  },
  {
    id: 'pricing-and-payments',
    title: 'Pricing and Payments',
    icon: 'rupee',
    gist: 'Prices are in Indian rupees (INR). Nothing can be bought yet.',
    content: [
      'All prices are in Indian rupees (INR). You can pay for a plan by the month, or by the year at 20% less. What you see before you confirm a payment is what you pay.',
      'Once a subscription is purchased, it cannot be cancelled. It runs to the end of the month or year you paid for.',
      'Prices may change for new purchases. A period you’ve already paid for keeps its price.',
      'Invoices and card statements show the billing name given at the end of this page.',
    ],
  },
  {
    id: 'return-and-refund-policy',
    title: 'Return and Refund Policy',
    icon: 'return',
    gist: `Digital products and subscriptions: no refunds. Physical products: ${RETURN_DAYS} days, unused, in the original packaging.`,
    content: [
      'Digital products and subscriptions are non-refundable.',
      `Physical products can be returned within ${RETURN_DAYS} days of delivery if they are unused and in their original packaging. Write to us first, and we’ll tell you where to send the parcel. Once it has reached us in good order, we’ll refund the price the way you paid.`,
      'If something arrives broken, or isn’t what you ordered, tell us within the same period. We’ll repair it, replace it or refund it, and pay the postage.',
    ],
  },
];
