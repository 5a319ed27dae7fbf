import { PageHead } from '#web/ui/page-head.tsx';

export function AboutScreen() {
  return <PageHead title="About" lead="Being built." hour={0.3} />;
}
