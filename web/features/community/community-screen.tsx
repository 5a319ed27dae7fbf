import { PageHead } from '#web/ui/page-head.tsx';

export function CommunityScreen() {
  return <PageHead title="Community" lead="Being built." hour={0.3} />;
}
