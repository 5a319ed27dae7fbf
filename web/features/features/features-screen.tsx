import { PageHead } from '#web/ui/page-head.tsx';

export function FeaturesScreen() {
  return <PageHead title="Features" lead="Being built." hour={0.3} />;
}
