import { PAGES } from '#content/page-paths.ts';
import { PRODUCTS, PRODUCTS_PAGE, type Product } from '#content/products.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import { SkyDrawing, type SkyPaths } from '#web/ui/horizon.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Drawing } from './product-drawings.tsx';

export const meta = () => metaOf(PAGES.product);

export default function ProductPage() {
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

function ProductSheet({ product }: { readonly product: Product }) {
  const { soon, stagesTitle, stages, here } = PRODUCTS_PAGE;
  const { title, description, icon, stage, standing } = product;
  return (
    <li className="sheet @container lg:even:mt-36 lg:nth-[4n+3]:-mt-12" data-testid="product">
      <div className="sheet-paper relative mb-8 p-6">
        <Drawing name={icon} />
        <p className="sheet-tag">{soon}</p>
      </div>
      <h2 className="text-heading">{title}</h2>
      <p className="mt-3 measure text-lead leading-normal">{description}</p>
      <h3 className="sr-only">{stagesTitle}</h3>
      {/* Each column is as wide as its text, so that the name of a stage stays on one line. */}
      <ol className="mt-6 mb-4 grid max-w-128 grid-cols-[repeat(4,auto)] gap-1 text-small leading-snug @max-3xs:grid-cols-2">
        {stages.map((name, index) => (
          <li key={name} className={index < stage ? 'font-semibold' : 'text-soft'}>
            <span className={`mb-2 block h-1 ${index < stage ? 'bg-peacock' : 'bg-strong'}`} />
            {name}
            {index + 1 === stage && <span className="sr-only"> ({here})</span>}
          </li>
        ))}
      </ol>
      <p className="mt-3 measure text-soft">{standing}</p>
    </li>
  );
}

/** A workbench with a lamp. */
const WORKBENCH: SkyPaths = [
  'shape M850 226H1190V240H850ZM866 240h14v60h-14ZM1160 240h14v60h-14ZM880 268h280v8H880Z',
  'line M890 226V190L934 150M890 190h.1',
  'shape M876 226a14 9 0 0 1 28 0ZM922 158l26-24 24 28c-16 4-34 6-50-4Z',
  'light M930 164a12 12 0 0 0 30 2Z',
  'line M1010 226V176h56v50M1018 186h40M1018 196h28M1018 206h36',
  'shape M1106 226v-12h-10v-14h48v14h-10v12ZM1144 204h14v6h-14ZM1160 196h6v22h-6ZM978 226v-22h-8v-10h26v10h-8v22Z',
  'line M1092 276l14-14 14 14M936 268v-14h40v14',
];
