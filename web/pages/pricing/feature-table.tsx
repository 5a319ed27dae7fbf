import { Check } from 'lucide-react';
import { PLANS, type Plan, PRICING } from '#content/pricing.ts';
import { SectionHead } from '#web/ui/section-head.tsx';
import { ScrollTable } from './scroll-table.tsx';

/** A table of every feature of the plans, with a column for each plan. */
export function FeatureTable({ plans = PLANS }: { readonly plans?: readonly Plan[] }) {
  const { title, lead, feature: featureWord, listed, notListed } = PRICING.features;
  const features = [...new Set(plans.flatMap((plan) => plan.features))];
  return (
    <section className="page-width feature-table section-end" aria-labelledby="feature-table-title">
      <SectionHead id="feature-table-title" title={title} lead={lead} plain />
      <ScrollTable titleId="feature-table-title">
        <thead>
          <tr>
            <th scope="col">{featureWord}</th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map((feature) => (
            <tr key={feature}>
              <th scope="row">{feature}</th>
              {plans.map(({ id, features: own }) => (
                <td key={id}>
                  {own.includes(feature) ? (
                    <Check size="1.25rem" role="img" aria-label={listed} />
                  ) : (
                    <>
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{notListed}</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
}
