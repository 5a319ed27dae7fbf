import { BRAND } from './brand.ts';
import { countWord, countWordFirst } from './count-words.ts';
import type { NextStep } from './next-step.ts';

/** A plan (docs/product.md, "Pricing"). Each entry has a card, prices and columns in both tables. */
export type Plan = {
  readonly id: string;
  readonly name: string;
  /** Rupees per month, only digits: '350'. The yearly price is calculated from it. */
  readonly price: `${number}`;
  readonly icon: PlanIcon;
  readonly features: readonly string[];
  /** The id of another plan whose features this plan has as well. The table of plans ticks them. */
  readonly includes?: string;
  /** The line of `features` that the card shows first and larger. */
  readonly highlightFeature: string;
  readonly isPopular?: boolean;
  readonly buttonText: string;
  /** The style of the plan's button once the plan can be bought. Until then the button looks like a secondary one. */
  readonly variant: 'dawn' | 'quiet';
  readonly isComingSoon: boolean;
};

export type PlanIcon = 'cup' | 'lamp' | 'sun' | 'book' | 'roof';

const PRIVATE = 'End-to-end encryption';
const SOON = 'Coming Soon';

export const PLANS: readonly Plan[] = [
  plan({
    id: 'free',
    name: 'Free',
    price: '0',
    icon: 'cup',
    features: [
      'Unlimited general conversations',
      'Real-time searching',
      'Limited access to advanced tools',
      PRIVATE,
    ],
    highlightFeature: 'Unlimited general conversations',
    buttonText: SOON,
    variant: 'quiet',
    isComingSoon: true,
  }),
  plan({
    id: 'student',
    name: 'Student',
    price: '200',
    icon: 'book',
    features: ['Affordable for students', 'All basic features', PRIVATE],
    includes: 'basic',
    highlightFeature: 'Affordable for students',
    buttonText: SOON,
    variant: 'quiet',
    isComingSoon: true,
  }),
  plan({
    id: 'basic',
    name: 'Basic',
    price: '350',
    icon: 'lamp',
    features: ['Limited advanced features, with a rate limit', PRIVATE],
    highlightFeature: 'Limited advanced features, with a rate limit',
    buttonText: SOON,
    variant: 'quiet',
    isComingSoon: true,
  }),
  plan({
    id: 'standard',
    name: 'Standard',
    price: '500',
    icon: 'sun',
    features: ['Enhanced problem-solving', 'Priority support', 'Advanced features', PRIVATE],
    highlightFeature: 'Enhanced problem-solving',
    isPopular: true,
    buttonText: SOON,
    variant: 'dawn',
    isComingSoon: true,
  }),
  plan({
    id: 'professional',
    name: 'Professional',
    price: '1000',
    icon: 'roof',
    features: ['Enterprise-grade support', 'Advanced customization', 'Priority support', PRIVATE],
    highlightFeature: 'Enterprise-grade support',
    buttonText: SOON,
    variant: 'quiet',
    isComingSoon: true,
  }),
];

export const PLAN_NOTES: Readonly<Record<string, string>> = {
  free: 'For anyone with a question.',
  basic: 'For a hard question now and then.',
  standard: 'For work you think through with someone, every day.',
  student: 'For anyone at school, college or university. Our founder was sixteen, too.',
  professional: 'For companies whose people depend on the answer.',
};

/** Words around the plans. Placeholders such as `{plan}` are filled in. */
export const PRICING = {
  title: 'A price you can say out loud',
  lead: `${countWordFirst(PLANS.length)} plans, from {cheapest} to {dearest} a month. Every price is published before ${BRAND.product} opens; nothing can be bought yet.`,
  /** docs/product.md, "Pricing", prescribes this sentence. */
  banner: 'Important: Once a subscription is purchased, it cannot be canceled',
  period: {
    legend: 'Billing period',
    month: 'Monthly',
    year: 'Yearly',
    /** docs/product.md prescribes this label. It must agree with `YEARLY_SHARE` in pages/pricing/prices.ts. */
    saving: 'Save 20%',
    /** Screen readers read this when the yearly prices are chosen. */
    yearShown:
      'The cards show the yearly prices first. Their buttons work while the monthly prices are chosen.',
  },
  plans: {
    title: 'Plans',
    lead: 'Every price is per person, for teams too. For anything more, see the contact page.',
    /** The label on the ribbon is prescribed by docs/product.md, "Pricing". */
    ribbon: 'Most suggested',
    /** The line below a price: what a year costs or, with yearly prices, what that is a month. */
    beside: { month: 'or {price} for a year', year: '{price} a month, paid once for the year' },
    suffix: { month: '/month', year: '/year' },
    /** Follows the label in the accessible name of a plan's button, so that screen readers say which plan it is for. */
    named: '{plan} plan',
    /** Shown above the launch-list field after a press on the button of a plan that cannot be bought yet. */
    notOpen: '{plan} opens at launch. Until then, there’s nothing to pay.',
  },
  table: {
    title: 'Compare prices',
    lead: 'Paying for a whole year costs 20% less than twelve single months, rounded to the nearest rupee.',
    plan: 'Plan',
    month: 'Monthly',
    year: 'Yearly',
    saved: 'Saved in a year',
  },
  features: {
    title: 'Compare features',
    lead: 'What each plan’s card lists, side by side. An empty cell means that the plan’s card doesn’t list it.',
    feature: 'Feature',
    /** Words for screen readers, for a tick and for an empty cell of the table. */
    listed: 'Included',
    notListed: 'Not listed',
  },
  launch: {
    link: 'Tell me when they open',
    title: 'Hear from us on launch day',
    lead: `${BRAND.product} isn’t open yet. Leave your email and we’ll write to you once, on the day it opens.`,
  },
  faq: { title: 'Frequently asked questions' },
  next: {
    title: 'Questions about a plan?',
    text: 'Ask us, and a person will answer. With a free account, you can sign in on launch day.',
    links: [
      { label: 'Contact us', page: 'contact' },
      { label: 'Create an account', page: 'auth' },
    ],
  },
} as const satisfies { next: NextStep } & Record<string, unknown>;

/** Questions and answers on the page, also sent to search engines. Some answers are true only until a plan can be bought. */
export const PRICING_FAQ: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'Can I buy a plan today?',
    answer: `No. ${BRAND.product} isn’t out yet, and all ${countWord(PLANS.length)} plans are marked Coming Soon. The prices are here early so that you can plan with them.`,
  },
  {
    question: 'What is free now?',
    answer:
      'An account on this site. With it, you can sign in on launch day; it needs only an email address and a password, and can be deleted from your profile at any time. The launch list is free, too: it tells you when that day comes.',
  },
  {
    question: 'How is the yearly price worked out?',
    answer:
      'Twelve months, less 20%, rounded to the nearest rupee. Standard, for example, is ₹500 a month or ₹4,800 for a year.',
  },
  {
    question: 'Can I cancel a subscription?',
    answer:
      'No. What you buy is one month or one year: it runs to its end, and isn’t refunded. It’s a firm rule, so we say it before you pay. If you’re not sure, start with the Free plan, or take a single month first.',
  },
  {
    question: 'Who can get the Student plan?',
    answer:
      'Anyone enrolled at a school, college or university. It has all the features of Basic at a lower price. Before the plan opens, we’ll explain here how to show that you’re enrolled.',
  },
  {
    question: 'What will be encrypted end to end?',
    answer:
      'Your words, from your device to the assistant that answers them. That’s our promise for launch, on every plan. Nothing is open yet, so it can’t be checked yet. Before you can pay, we’ll publish how it works and what it doesn’t cover. What protects this site today is on the privacy page.',
  },
  {
    question: 'We’re a company. Who should we ask?',
    answer:
      'A plan is for one person’s account, so each person in a team needs one. Anything beyond one account per person is agreed in writing: tell us on the contact page how many people you are and what you need.',
  },
  {
    question: 'Which currency do I pay in?',
    answer: 'Indian rupees. If you pay from abroad, your bank converts the amount at its own rate.',
  },
];

/**
 * Returns the given plan. The parameter's type makes sure that the highlighted feature is in the plan's list: otherwise the code
 * does not compile.
 */
function plan<const Feature extends string>(
  entry: Plan & { readonly features: readonly Feature[]; readonly highlightFeature: NoInfer<Feature> },
): Plan {
  return entry;
}
