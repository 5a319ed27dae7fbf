import { PRODUCTS_PAGE, type Product } from '#content/products.ts';
import { Drawing } from './product-drawings.tsx';

/** A product: its drawing, its tag and its stage. */
export function ProductSheet({ product }: { readonly product: Product }) {
  const { soon, stagesTitle, stages, here } = PRODUCTS_PAGE;
  const { title, description, icon, stage, standing } = product;
  return (
    <li className="sheet" data-testid="product">
      <div className="sheet-paper">
        <Drawing name={icon} />
        <p className="sheet-tag">{soon}</p>
      </div>
      <h2 className="text-heading">{title}</h2>
      <p className="sheet-words text-lead">{description}</p>
      <h3 className="sr-only">{stagesTitle}</h3>
      <ol className="stages">
        {stages.map((name, index) => (
          <li key={name} data-reached={index < stage || undefined}>
            {name}
            {index + 1 === stage && <span className="sr-only"> ({here})</span>}
          </li>
        ))}
      </ol>
      <p className="sheet-words text-soft">{standing}</p>
    </li>
  );
}
