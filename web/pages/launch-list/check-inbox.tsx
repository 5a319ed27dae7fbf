import { LAUNCH_LIST_WORDS } from '#content/launch-list.ts';
import { LAUNCH_LIST_PAGES } from '#content/launch-list-pages.ts';
import { JoinForm, Next } from '#web/features/launch-list/join-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { PageHead } from '#web/ui/page-head.tsx';

const { title, message } = LAUNCH_LIST_WORDS.asked;

export function meta() {
  return pageMeta({ title, description: LAUNCH_LIST_PAGES.inbox.description, noindex: true });
}

/** Where “Tell me at launch” leads without JavaScript. */
export default function CheckInbox() {
  return (
    <PageHead title={title} lead={message} hour={0.3}>
      <Next />
      <p className="mt-6">{LAUNCH_LIST_WORDS.noMail}</p>
      <JoinForm />
    </PageHead>
  );
}
