import { PageHead } from '#web/ui/page-head.tsx';

export function ProductScreen() {
  return <PageHead title="Product" lead="Being built." hour={0.3} />;
}
