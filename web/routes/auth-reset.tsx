import { RESET_WORDS } from '#content/account.ts';
import { ResetScreen } from '#web/features/identity/reset-screen.tsx';
import { pageMeta } from '#web/features/shell/page-meta.ts';

export function meta() {
  return pageMeta({ title: RESET_WORDS.pageTitle, description: RESET_WORDS.pageDescription, secret: true });
}

export default ResetScreen;
