import { PRICING, PRICING_FAQ } from '#content/pricing.ts';

export function PricingFaq() {
  return (
    <section className="page-width pricing-faq" aria-labelledby="pricing-faq-title">
      <h2 id="pricing-faq-title" className="text-heading">
        {PRICING.faq.title}
      </h2>
      <dl>
        {PRICING_FAQ.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
