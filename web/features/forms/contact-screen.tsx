import { PageHead } from '#web/ui/page-head.tsx';

export function ContactScreen() {
  return <PageHead title="Contact" lead="Being built." hour={0.3} />;
}
