import { PRODUCTS, PRODUCTS_PAGE } from '#content/products.ts';
import { PAGES } from '#contract/paths.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { ProductSheet } from './product-sheet.tsx';
import { Workbench } from './workbench.tsx';

export const meta = () => metaOf(PAGES.product);

/** The four products, none of them finished (spec §2). */
export default function Product() {
  const { title, lead, closing } = PRODUCTS_PAGE;
  return (
    <>
      <PageHead title={title} lead={lead} hour={0.5} picture={<Workbench />} />
      <ul className="page-width sheets">
        {PRODUCTS.map((product) => (
          <ProductSheet key={product.title} product={product} />
        ))}
      </ul>
      <section className="page-width sheets-closing" aria-labelledby="products-closing">
        <h2 id="products-closing" className="first-light text-heading">
          {closing.title}
        </h2>
        <p className="text-lead">{closing.text}</p>
        <p className="sheets-links">
          <PageLink to={PAGES.features} className="button button-dawn">
            {closing.features}
          </PageLink>
          <PageLink to={PAGES.pricing} className="button button-quiet">
            {closing.pricing}
          </PageLink>
        </p>
      </section>
    </>
  );
}
