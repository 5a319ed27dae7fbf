import { Check } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { PLANS, type Plan, PRICING } from '#content/pricing.ts';
import { SectionHead } from '#web/ui/section-head.tsx';
import { formatRupees, priceOf, savedInYear } from './prices.ts';

/** Compares the features of all plans. Features that most plans share come first. */
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

export function PriceTable() {
  const { title, lead, plan: planWord, month, year, saved } = PRICING.table;
  return (
    <section className="page-width two-columns section-end" aria-labelledby="price-table-title">
      <div>
        <SectionHead id="price-table-title" title={title} plain />
        <p className="mt-4 text-soft">{lead}</p>
      </div>
      <ScrollTable titleId="price-table-title">
        <thead>
          <tr>
            {[planWord, month, year, saved].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PLANS.map((plan) => (
            <tr key={plan.id}>
              <th scope="row" className="font-semibold">
                {plan.name}
              </th>
              <td>{formatRupees(priceOf(plan, 'month'))}</td>
              <td>{formatRupees(priceOf(plan, 'year'))}</td>
              <td>{formatRupees(savedInYear(plan))}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  );
}

type ScrollTableProps = {
  readonly titleId: string;
  readonly children: ReactNode;
};

/** A wide table scrolls sideways, also by keyboard. A table that fits is no stop for Tab. */
function ScrollTable({ titleId, children }: ScrollTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(true);
  const measure = useCallback((group: Element) => {
    // A group keeps its `tabIndex` while it has the focus, because it would lose the focus with it.
    if (group !== document.activeElement) setScrolls(group.scrollWidth > group.clientWidth);
  }, []);
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      if (entry) measure(entry.target);
    });
    if (box.current) measured.observe(box.current);
    return () => measured.disconnect();
  }, [measure]);

  return (
    <div className="scroll-table @container min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls. */}
      <div
        ref={box}
        className="table-scroll relative"
        role="group"
        tabIndex={scrolls ? 0 : undefined}
        onBlur={({ currentTarget }) => measure(currentTarget)}
        aria-labelledby={titleId}
      >
        <table aria-labelledby={titleId}>{children}</table>
      </div>
    </div>
  );
}
