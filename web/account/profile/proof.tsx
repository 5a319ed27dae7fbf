import { PROFILE_WORDS } from '#content/account.ts';
import { filled } from '#contract/page-errors.ts';
import { PROVIDER_NAMES, type Provider } from '#contract/social.ts';
import { CodeField } from '#web/account/second-step/code-field.tsx';
import { failure } from '#web/account/sign-in/auth-notice.ts';
import { ProviderIcon } from '#web/account/social/provider-icon.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import type { WayToProve } from './sign-in-methods.ts';

const WORDS = PROFILE_WORDS.deletion;
/** The value of its button, among those of the providers. */
export const PASSKEY = 'passkey';

type ProofProps = {
  readonly way: WayToProve;
  /** The provider that has just confirmed the person, if one did. */
  readonly provedBy: Provider | null;
  /** The provider whose window is open. */
  readonly waitingFor: Provider | null;
  readonly onRetry: () => void;
};

/** Asks for the password, or shows a button for each linked provider and for a passkey. */
export function Proof({ way, provedBy, waitingFor, onRetry }: ProofProps) {
  if (provedBy) return <p role="status">{named(WORDS.provedBy, provedBy)}</p>;
  if (way.kind === 'password')
    return (
      <>
        <PasswordField label={WORDS.password} name="password" autoComplete="current-password" />
        {way.needsCode && <CodeField />}
      </>
    );
  if (way.kind === 'loading')
    return (
      <div role="status">
        <span className="sr-only">{WORDS.loading}</span>
        <span className="skeleton h-20" />
      </div>
    );
  if (way.kind === 'failed')
    return (
      <div role="alert" className="banner banner-error">
        <div>
          <p>{failure(way.result).text}</p>
          <Button small className="mt-3" onClick={onRetry}>
            {WORDS.retry}
          </Button>
        </div>
      </div>
    );
  return (
    <>
      <div className="grid gap-3">
        {way.providers.map((provider) => (
          <Button
            key={provider}
            type="submit"
            look="danger"
            name="provider"
            value={provider}
            aria-busy={waitingFor === provider || undefined}
          >
            {waitingFor !== provider && <ProviderIcon provider={provider} />}
            {named(WORDS.continueWith, provider)}
          </Button>
        ))}
        {way.hasPasskey && (
          <Button type="submit" look="danger" name="provider" value={PASSKEY}>
            {WORDS.passkey}
          </Button>
        )}
      </div>
      <div role="status">{waitingFor && <p className="text-soft">{named(WORDS.waiting, waitingFor)}</p>}</div>
    </>
  );
}

function named(words: string, provider: Provider): string {
  return filled(words, { provider: PROVIDER_NAMES[provider] });
}
