import { PRICING, PRICING_FAQ } from '#content/pricing.ts';
import { SectionHead } from '#web/ui/section-head.tsx';

export function PricingFaq() {
  return (
    <section className="page-width section-end" aria-labelledby="pricing-faq-title">
      <SectionHead id="pricing-faq-title" title={PRICING.faq.title} plain />
      <dl className="mt-8">
        {PRICING_FAQ.map(({ question, answer }) => (
          <div key={question} className="two-columns ruled">
            <dt className="as-heading text-title leading-snug">{question}</dt>
            <dd className="measure">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
