import { PageHead } from '#web/ui/page-head.tsx';

export function ComingSoonScreen() {
  return <PageHead title="ComingSoon" lead="Being built." hour={0.3} />;
}
