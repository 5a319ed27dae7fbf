import { PageHead } from '#web/ui/page-head.tsx';

export function FeedbackScreen() {
  return <PageHead title="Feedback" lead="Being built." hour={0.3} />;
}
