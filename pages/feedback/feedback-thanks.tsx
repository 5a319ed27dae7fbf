import { FEEDBACK } from '#content/feedback.ts';
import { PAGES } from '#content/page-paths.ts';
import { ThanksScreen } from '#features/forms/web/thanks-screen.tsx';
import { metaIn } from '#web/shell/page-meta.ts';
import { SkyDrawing } from '#web/ui/horizon.tsx';
import { ANSWER } from './roof-pictures.ts';

const { thanks, form } = FEEDBACK;

export const meta = () => metaIn(thanks, { noindex: true });

export default function FeedbackThanks() {
  return (
    <ThanksScreen form={form} words={thanks} again={PAGES.feedback} picture={<SkyDrawing paths={ANSWER} />} />
  );
}
