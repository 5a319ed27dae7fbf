import { Check } from 'lucide-react';
import { PLANS, type Plan, PRICING } from '#content/pricing.ts';
import { SectionHead } from '#web/ui/section-head.tsx';
import { ScrollTable } from './scroll-table.tsx';

/** A table of all features, with a column for each plan; features that most plans share come first. */
export function FeatureTable({ plans = PLANS }: { readonly plans?: readonly Plan[] }) {
  const { title, lead, feature: featureWord, listed, notListed } = PRICING.features;
  const having = (feature: string) => plans.filter((plan) => has(plan, feature, plans)).length;
  const features = [...new Set(plans.flatMap((plan) => plan.features))].toSorted(
    (a, b) => having(b) - having(a),
  );
  return (
    <section className="page-width feature-table section-end" aria-labelledby="feature-table-title">
      <SectionHead id="feature-table-title" title={title} lead={lead} plain />
      <div className="mt-6">
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
                {plans.map((plan) => (
                  <td key={plan.id}>
                    {has(plan, feature, plans) ? (
                      <Check size="1.25rem" role="img" aria-label={listed} />
                    ) : (
                      <span className="sr-only">{notListed}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </div>
    </section>
  );
}

function has({ features, includes }: Plan, feature: string, plans: readonly Plan[]): boolean {
  return (
    features.includes(feature) ||
    plans.some(({ id, features: theirs }) => id === includes && theirs.includes(feature))
  );
}
