/**
 * Names, addresses and other facts of the brand. Values with reserved domain names (`example.com`) are samples: `npm run doctor`
 * lists them.
 */
export const BRAND = {
  product: 'Tuesday AI',
  company: 'Tuesday AI Labs',
  tagline: 'Innovation fueled by faith',
  description:
    'Tuesday AI is a conversational AI made in India: accessible, affordable, secure and private by design. Coming soon.',
  contactEmail: 'hello@example.com',
  supportEmail: 'support@example.com',
  /** The address in `/.well-known/security.txt`, for people who report a vulnerability. */
  securityEmail: 'security@example.com',
  foundedYear: 2024,
  copyrightYear: 2024,
  policyDate: 'November 2024',
  address: { locality: 'Kanpur Nagar', region: 'Uttar Pradesh', country: 'India' },
  businessName: 'Tuesday AI Labs (sample business name)',
  billingName: 'Tuesday AI Labs (sample billing name)',
} as const;

/** The contact for questions about personal data (India's DPDP Act). Not in `BRAND`, because every page loads `BRAND`. */
export const GRIEVANCE_OFFICER = {
  name: 'Asha Verma (sample name)',
  role: 'Grievance Officer',
  email: 'grievances@example.com',
} as const;

export const ADDRESS_LINE = Object.values(BRAND.address).join(', ');

/** The logo: the contents of an SVG with this viewBox. `npm run setup -- --mark logo.svg` checks a drawing and writes it here. */
export const MARK = {
  viewBox: '0 0 32 32',
  shapes:
    '<path fill="var(--mark-bubble)" class="brand-mark-bubble" d="M7 3h18a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H15l-6.2 5.2A.5.5 0 0 1 8 29.8V25H7a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"/><svg x="2" y="3" width="28" height="17.5" viewBox="2 3 28 17.5"><g class="brand-mark-sun" fill="var(--mark-sun)"><path d="M9.5 20.5a6.5 6.5 0 0 1 13 0Z"/><path class="brand-mark-rays" stroke="var(--mark-sun)" stroke-width="2" stroke-linecap="round" d="M16 7.5v2.7M8 11.3l1.8 1.9M24 11.3l-1.8 1.9"/></g></svg>',
} as const;

/** Links to the brand's pages on social networks: for the cards of `/community`, the footer and search engines. */
export const SOCIAL_LINKS = [
  { id: 'twitter', label: 'Twitter', href: 'https://twitter.example.com/tuesday-ai' },
  { id: 'telegram', label: 'Telegram', href: 'https://telegram.example.com/tuesday-ai' },
  { id: 'whatsapp', label: 'WhatsApp channel', href: 'https://whatsapp.example.com/channel/tuesday-ai' },
] as const;

export type SocialLinkId = (typeof SOCIAL_LINKS)[number]['id'];
