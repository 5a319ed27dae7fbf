import { PageHead } from '#web/ui/page-head.tsx';

export function VisionScreen() {
  return <PageHead title="Vision" lead="Being built." hour={0.3} />;
}
