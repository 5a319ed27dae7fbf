import { FEEDBACK } from '#content/forms.ts';
import { PAGES } from '#contract/paths.ts';
import { Answer } from '#web/features/forms/letter-pictures.tsx';
import { ThanksScreen } from '#web/features/forms/thanks-screen.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

const { thanks, form } = FEEDBACK;

export function meta() {
  return pageMeta({ title: thanks.pageTitle, description: thanks.description, noindex: true });
}

export default function FeedbackThanks() {
  return <ThanksScreen form={form} words={thanks} again={PAGES.feedback} picture={<Answer />} />;
}
