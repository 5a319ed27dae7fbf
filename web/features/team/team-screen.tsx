import { PageHead } from '#web/ui/page-head.tsx';

export function TeamScreen() {
  return <PageHead title="Team" lead="Being built." hour={0.3} />;
}
