import { PageHead } from '#web/ui/page-head.tsx';

export function TermsScreen() {
  return <PageHead title="Terms" lead="Being built." hour={0.3} />;
}
