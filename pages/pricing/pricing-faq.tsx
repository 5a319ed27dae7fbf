import { PRICING, PRICING_FAQ } from '#content/pricing.ts';
import { SectionHead } from '#web/ui/section-head.tsx';

export function PricingFaq() {
  return (
    <section className="page-width pricing-faq section-end" aria-labelledby="pricing-faq-title">
      <SectionHead id="pricing-faq-title" title={PRICING.faq.title} plain />
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
