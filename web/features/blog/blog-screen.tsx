import { PageHead } from '#web/ui/page-head.tsx';

export function BlogScreen() {
  return <PageHead title="Blog" lead="Being built." hour={0.3} />;
}
