import { PAGES } from '#contract/paths.ts';
import { ProductScreen } from '#web/features/products/product-screen.tsx';
import { metaOf } from '#web/features/shell/page-meta.ts';

export function meta() {
  return metaOf(PAGES.product);
}

export default ProductScreen;
