import { CALLBACK_WORDS } from '#content/account.ts';
import { CallbackScreen } from '#web/features/identity/callback-screen.tsx';
import { pageMeta } from '#web/features/shell/page-meta.ts';

export function meta() {
  return pageMeta({
    title: CALLBACK_WORDS.pageTitle,
    description: CALLBACK_WORDS.pageDescription,
    secret: true,
  });
}

/** Stands alone in a small window: without header, footer, chat and all that the frame brings. */
export const handle = { bare: true };

export default CallbackScreen;
