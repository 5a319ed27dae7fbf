import { PLANS, PRICING } from '#content/pricing.ts';
import { SectionHead } from '#web/ui/section-head.tsx';
import { formatRupees, priceOf, savedInYear } from './prices.ts';
import { ScrollTable } from './scroll-table.tsx';

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
