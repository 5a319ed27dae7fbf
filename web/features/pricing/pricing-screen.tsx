import { PageHead } from '#web/ui/page-head.tsx';

export function PricingScreen() {
  return <PageHead title="Pricing" lead="Being built." hour={0.3} />;
}
