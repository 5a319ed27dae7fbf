import { PLANS, PRICING } from '#content/pricing.ts';
import { formatRupees, priceOf, savedInYear } from './prices.ts';

/** Both prices of every plan, like the last page of a ledger. */
export function PriceTable() {
  const { title, lead, plan: planWord, month, year, saved } = PRICING.table;
  return (
    <section className="page-width price-table" aria-labelledby="price-table-title">
      <div>
        <h2 id="price-table-title" className="text-heading">
          {title}
        </h2>
        <p className="mt-4 text-soft">{lead}</p>
      </div>
      <table aria-labelledby="price-table-title">
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
              <th scope="row">{plan.name}</th>
              <td>{formatRupees(priceOf(plan, 'month'))}</td>
              <td>{formatRupees(priceOf(plan, 'year'))}</td>
              <td>{formatRupees(savedInYear(plan))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
