import { BRAND } from './brand.ts';
import type { LegalCard } from './legal.ts';

/** The terms (spec §2). Prices are in INR; what can be returned and what cannot is fixed there. */
export const TERMS = {
  title: 'The terms, in plain words',
  lead: `What you may expect from ${BRAND.company}, and what we expect from you. Five parts, and an address at the end.`,
  contact: {
    title: 'Contact',
    lead: 'Questions about these terms, a return or a payment:',
    email: 'Email',
    address: 'Address',
    business: 'Business name',
    billing: 'Billing name',
  },
} as const;

/** Days after delivery in which a physical product can be sent back (spec §2: a specified period). */
const RETURN_DAYS = 7;

export const TERMS_CARDS: readonly LegalCard[] = [
  {
    id: 'terms-and-conditions',
    title: 'Terms and Conditions',
    icon: 'handshake',
    gist: 'Using this site means agreeing to this page, as it stands that day.',
    content: [
      `This site is run by ${BRAND.company}, named “we” below. By using the site, or an account on it, you agree to these terms and to the privacy page. If you do not agree, please do not use it.`,
      'These terms may change without notice. The version on this page is the one that counts, so look here again from time to time.',
      'You may read, share and link to what stands here. Please do not break in, overload the site, pretend to be somebody else, or use it for anything that the law forbids. We may close an account that does.',
      'The site is given as it is. We take care, and still cannot promise that it is always there or free of mistakes. Nothing in these terms takes away a right that the law gives you as a consumer.',
      'The law of India applies. Disputes go to the courts of Kanpur Nagar, Uttar Pradesh, unless the law of the place where you live gives you another court.',
    ],
  },
  {
    id: 'user-accounts',
    title: 'User Accounts',
    icon: 'account',
    gist: 'One person, one confirmed address, one password that you keep to yourself.',
    content: [
      'An account works once its email address is confirmed. Until then it waits, and after 7 days it is removed.',
      'Please give an address that is yours, keep your password to yourself, and tell us if somebody else has used your account. What happens under your account is your responsibility, unless we caused it.',
      'If the law of your country asks for a parent’s consent at your age, please have it before you sign up.',
      'You can delete your account in your profile whenever you like. It happens at once and cannot be undone.',
    ],
  },
  {
    id: 'products-and-services',
    title: 'Products and Services',
    icon: 'parcel',
    gist: 'Our products are coming soon. What we show is a plan until it is delivered.',
    content: [
      `${BRAND.product}, the language model, the watches and the devices are not available yet. Descriptions, drawings and dates on this site are our honest intention and may change. They are no offer to sell.`,
      'Answers of an AI can be wrong. When the assistant opens, please do not rely on it alone where health, money, safety or the law is concerned.',
      'We may change, pause or end a service. If it is one that you have paid for, we say so beforehand, in good time.',
    ],
  },
  {
    id: 'pricing-and-payments',
    title: 'Pricing and Payments',
    icon: 'rupee',
    gist: 'Prices are in Indian rupees (INR). Nothing can be bought yet.',
    content: [
      'All prices are in Indian rupees (INR). A plan is paid by the month, or by the year at 20% less. What you see before you confirm a payment is what you pay.',
      'Once a subscription is purchased, it cannot be canceled. It runs to the end of the month or the year that was paid for.',
      'Prices may change for new purchases. A period that you have already paid for keeps its price.',
      `Invoices and card statements show the billing name that stands at the end of this page.`,
    ],
  },
  {
    id: 'return-and-refund-policy',
    title: 'Return and Refund Policy',
    icon: 'return',
    gist: `Digital products and subscriptions: no refund. Physical products: ${RETURN_DAYS} days, unused, in the original packaging.`,
    content: [
      'Digital products and subscriptions are non-refundable.',
      `Physical products can be returned within ${RETURN_DAYS} days of delivery if they are unused and in their original packaging. Write to us first, and we tell you where to send the parcel. We pay the price back to the way you paid, once the parcel is here and in order.`,
      'If something arrives broken, or is not what you ordered, tell us within the same period. Then we repair or replace it or pay it back, and the postage is ours.',
    ],
  },
];
