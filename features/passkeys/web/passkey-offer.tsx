import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import { PAGES } from '#content/page-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { SignInMethodsAnswer } from '#features/accounts/bodies.ts';
import { getAnswer } from '#web/api/call-api.ts';
import { readStored, writeStored } from '#web/api/storage.ts';
import { Link } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toasts.tsx';

const WORDS = PASSKEY_WORDS.offer;

export async function offerPasskey(): Promise<void> {
  if (readStored('passkeyOffered') !== null || !(await hasPlatformAuthenticator())) return;
  const result = await getAnswer<SignInMethodsAnswer>(ACCOUNT_API.signInMethods);
  if (result.kind !== 'ok' || result.data.methods.includes('passkey')) return;
  writeStored('passkeyOffered', 'true');
  // This toast stays until the person answers, because reading it may take longer than toasts are usually shown.
  const id = toast.custom(<Offer onFollow={() => toast.dismiss(id)} />, {
    duration: Number.POSITIVE_INFINITY,
  });
}

/** The invitation to add a passkey. It is a toast, which lies above the page, so that nothing moves when it appears. */
function Offer({ onFollow }: { readonly onFollow: () => void }) {
  return (
    <>
      {WORDS.text}{' '}
      <Link to={PAGES.security} className="text-link inline-block" onClick={onFollow}>
        {WORDS.add}
      </Link>
    </>
  );
}

async function hasPlatformAuthenticator(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    // Old browsers have no passkeys, and no browser has them on plain http.
    return false;
  }
}
