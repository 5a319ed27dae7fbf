import { VERIFY_WORDS } from '#content/account.ts';
import { VerifyScreen } from '#web/features/identity/verify-screen.tsx';
import { pageMeta } from '#web/features/shell/page-meta.ts';

export function meta() {
  return pageMeta({ title: VERIFY_WORDS.pageTitle, description: VERIFY_WORDS.pageDescription, secret: true });
}

export default VerifyScreen;
