import { PAGES } from '#content/page-paths.ts';
import { PRODUCTS, PRODUCTS_PAGE } from '#content/products.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkyDrawing } from '#web/ui/sky-drawing.tsx';
import { ProductSheet } from './product-sheet.tsx';
import { WORKBENCH } from './workbench.ts';

export const meta = () => metaOf(PAGES.product);

/** `/product`: the products and their stages. */
export default function Product() {
  const { title, lead, next } = PRODUCTS_PAGE;
  return (
    <>
      <PageHead
        page={PAGES.product}
        title={title}
        lead={lead}
        hour={0.5}
        picture={<SkyDrawing paths={WORKBENCH} />}
      />
      <ul className="page-width two-columns-reversed section-space">
        {PRODUCTS.map((product) => (
          <ProductSheet key={product.title} product={product} />
        ))}
      </ul>
      <NextStep {...next}>{LateCallToAction && <LateCallToAction />}</NextStep>
    </>
  );
}
