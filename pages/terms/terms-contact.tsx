import type { ReactNode } from 'react';
import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { TERMS } from '#content/terms.ts';

/** Contact details, and the names for business and billing. */
export function TermsContact() {
  const { title, lead, email, address, business, billing } = TERMS.contact;
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    [
      email,
      <a key="email" className="text-link" href={`mailto:${BRAND.contactEmail}`}>
        {BRAND.contactEmail}
      </a>,
    ],
    [address, ADDRESS_LINE],
    [business, BRAND.businessName],
    [billing, BRAND.billingName],
  ];
  return (
    <section
      className="measure grid gap-3 border-t border-strong pt-6"
      aria-labelledby="terms-contact-title"
      data-testid="terms-contact"
    >
      <h2 id="terms-contact-title" className="text-title">
        {title}
      </h2>
      <p>{lead}</p>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap gap-x-4 border-b border-line py-3">
            <dt className="flex-[1_1_7rem] text-soft">{term}</dt>
            <dd className="min-w-0 flex-[3_1_13rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
