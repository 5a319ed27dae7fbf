import { PRODUCTS_PAGE, type Product } from '#content/products.ts';
import { Drawing } from './product-drawings.tsx';

/** A product: its drawing, its tag and its stage. */
export function ProductSheet({ product }: { readonly product: Product }) {
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
      {/* Each column is as wide as its words, so that a stage stays on one line. */}
      <ol className="mt-6 mb-4 grid max-w-128 grid-cols-[repeat(4,auto)] gap-1 text-small leading-snug @max-3xs:grid-cols-2">
        {stages.map((name, index) => (
          <li key={name} className={index < stage ? 'font-semibold' : 'text-soft'}>
            <span className={`mb-2 block h-1 ${index < stage ? 'bg-peacock' : 'bg-line'}`} />
            {name}
            {index + 1 === stage && <span className="sr-only"> ({here})</span>}
          </li>
        ))}
      </ol>
      <p className="mt-3 measure text-soft">{standing}</p>
    </li>
  );
}
