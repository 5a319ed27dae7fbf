import { BRAND } from './brand.ts';

/** A plan (spec §3, §9). Adding one here adds its card, its row in the table and its prices. */
export type Plan = {
  readonly id: string;
  readonly name: string;
  /** Rupees per month, digits only: '350'. The yearly price follows from it. */
  readonly price: `${number}`;
  readonly icon: PlanIcon;
  readonly features: readonly string[];
  /** The line of `features` that sets this plan apart; it is shown first and larger. */
  readonly highlightFeature: string;
  /** Stands out, with the ribbon. */
  readonly isPopular?: boolean;
  readonly buttonText: string;
  /** How the button looks. */
  readonly variant: 'dawn' | 'quiet';
  /** Cannot be selected, and nothing can be bought. */
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
    features: ['Enhanced problem-solving', 'Advanced features', 'Priority support', PRIVATE],
    highlightFeature: 'Enhanced problem-solving',
    isPopular: true,
    buttonText: SOON,
    variant: 'dawn',
    isComingSoon: true,
  }),
  plan({
    id: 'student',
    name: 'Student',
    price: '200',
    icon: 'book',
    features: ['Affordable for students', 'All basic features', PRIVATE],
    highlightFeature: 'Affordable for students',
    buttonText: SOON,
    variant: 'quiet',
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

/** For whom a plan is, by its id. A plan may go without. */
export const PLAN_NOTES: Readonly<Record<string, string>> = {
  free: 'For anyone with a question.',
  basic: 'For a hard question now and then.',
  standard: 'For work that you think through with somebody, every day.',
  student: 'We began at sixteen. This one is for whoever is sixteen now, and for the years after.',
  professional: 'For a company with people who depend on the answer.',
};

/** The words around the plans. `{…}` marks what is filled in. */
export const PRICING = {
  title: 'A price you can say out loud',
  lead: `Five plans, in rupees, with the whole sum written down before ${BRAND.product} opens its doors. Nothing can be bought yet.`,
  /** Spec §9, exact. */
  banner: 'Important: Once a subscription is purchased, it cannot be canceled',
  period: {
    legend: 'Billing period',
    month: 'Monthly',
    year: 'Yearly',
    /** Spec §9, exact; true for `YEARLY_SHARE` in web/pages/pricing/prices.ts. */
    saving: 'Save 20%',
  },
  plans: {
    title: 'Plans',
    /** Spec §9, exact. */
    ribbon: 'Most suggested',
    /** Before the price of the other billing period. */
    other: 'or',
    suffix: { month: '/month', year: '/year' },
    /** What a press on the button of a plan that is not open says. */
    notOpen:
      '{plan} opens with the launch. Until then there is nothing to pay; a free account keeps your place.',
  },
  table: {
    title: 'The same sums, side by side',
    lead: 'A year paid at once is twelve months, less a fifth, rounded to the rupee.',
    plan: 'Plan',
    month: 'Monthly',
    year: 'Yearly',
    saved: 'Saved in a year',
  },
  faq: { title: 'Asked before' },
} as const;

/** Shown on the page, and told to search engines with it. Every answer holds while no plan is open. */
export const PRICING_FAQ: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'Can I buy a plan today?',
    answer: `No. ${BRAND.product} is not out yet, and all five plans are marked Coming Soon. The prices are here early so that you can plan, and so that you can hold us to them.`,
  },
  {
    question: 'What costs nothing now?',
    answer:
      'An account on this site. It keeps your place for the launch, needs an email address and a password, and can be deleted from your profile whenever you like.',
  },
  {
    question: 'How is the yearly price worked out?',
    answer:
      'Twelve months, less 20%, rounded to the rupee. Standard, for example, is ₹500 a month or ₹4,800 for a year.',
  },
  {
    question: 'May I cancel a subscription?',
    answer:
      'No. Once a subscription is purchased, it cannot be canceled, and digital products and subscriptions are not refunded. If you are not sure, begin with the Free plan and stay there for as long as you wish.',
  },
  {
    question: 'Who may take the Student plan?',
    answer:
      'Anyone who is enrolled at a school, college or university. How you show that will be written here before the plan opens.',
  },
  {
    question: 'In which currency do I pay?',
    answer: 'In Indian rupees. If you pay from elsewhere, your bank converts the sum at its own rate.',
  },
];

/** Makes a highlight that is not among the features a type error. */
function plan<const Feature extends string>(
  entry: Plan & { readonly features: readonly Feature[]; readonly highlightFeature: NoInfer<Feature> },
): Plan {
  return entry;
}
