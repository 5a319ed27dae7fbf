import { PageHead } from '#web/ui/page-head.tsx';

export function StoryScreen() {
  return <PageHead title="Story" lead="Being built." hour={0.3} />;
}
