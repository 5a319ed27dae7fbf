import { PageHead } from '#web/ui/page-head.tsx';

export function PrivacyScreen() {
  return <PageHead title="Privacy" lead="Being built." hour={0.3} />;
}
