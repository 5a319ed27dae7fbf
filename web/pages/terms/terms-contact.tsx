import { BRAND } from '#content/brand.ts';
import { TERMS } from '#content/terms.ts';

/** Who to write to, and in whose name business is done and bills are sent (spec §2). */
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
          <dt>{email}</dt>
          <dd>
            <a className="text-link" href={`mailto:${BRAND.contactEmail}`}>
              {BRAND.contactEmail}
            </a>
          </dd>
        </div>
        <div>
          <dt>{address}</dt>
          <dd>{BRAND.address.join(', ')}</dd>
        </div>
        <div>
          <dt>{business}</dt>
          <dd>{BRAND.businessName}</dd>
        </div>
        <div>
          <dt>{billing}</dt>
          <dd>{BRAND.billingName}</dd>
        </div>
      </dl>
    </section>
  );
}
