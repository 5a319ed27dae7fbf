import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { TERMS } from '#content/terms.ts';

/** Contact details, and the names for business and billing. */
export function TermsContact() {
  const { title, lead, email, address, business, billing } = TERMS.contact;
  return (
    <section className="legal-end" aria-labelledby="terms-contact-title" data-testid="terms-contact">
      <h2 id="terms-contact-title" className="text-title">
        {title}
      </h2>
      <p>{lead}</p>
      <dl>
        <div>
          <dt className="text-soft">{email}</dt>
          <dd>
            <a className="text-link" href={`mailto:${BRAND.contactEmail}`}>
              {BRAND.contactEmail}
            </a>
          </dd>
        </div>
        {[
          [address, ADDRESS_LINE],
          [business, BRAND.businessName],
          [billing, BRAND.billingName],
        ].map(([term, value]) => (
          <div key={term}>
            <dt className="text-soft">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
