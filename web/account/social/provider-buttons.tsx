import { useEffect, useRef } from 'react';
import { AUTH_WORDS } from '#content/account.ts';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#contract/social.ts';
import { Button } from '#web/ui/button.tsx';
import { ProviderIcon } from './provider-icon.tsx';

type ProviderButtonsProps = {
  readonly onPress: (provider: Provider) => void;
  /** The provider whose window is open. Its button stays enabled, because the window may be behind others. */
  readonly waitingFor: Provider | null;
};

/** A button for each provider, also for those that the server has no credentials for. */
export function ProviderButtons({ onPress, waitingFor }: ProviderButtonsProps) {
  const hint = useRef<HTMLDivElement>(null);
  // On a phone the chat button may cover it.
  useEffect(() => {
    if (waitingFor) hint.current?.scrollIntoView({ block: 'nearest' });
  }, [waitingFor]);

  return (
    <>
      <p className="auth-or">
        <span>{AUTH_WORDS.or}</span>
      </p>
      <div className="grid gap-3 min-[26rem]:grid-cols-2">
        {PROVIDERS.map((provider) => (
          <Button
            key={provider}
            onClick={() => onPress(provider)}
            aria-label={`${AUTH_WORDS.continueWith} ${PROVIDER_NAMES[provider]}`}
            aria-busy={waitingFor === provider || undefined}
          >
            {waitingFor !== provider && <ProviderIcon provider={provider} />}
            {PROVIDER_NAMES[provider]}
          </Button>
        ))}
      </div>
      {/* A live region must exist before its text to be announced. */}
      <div ref={hint} role="status" className="auth-waiting">
        {waitingFor && (
          <p className="text-soft">{AUTH_WORDS.waiting.replace('{provider}', PROVIDER_NAMES[waitingFor])}</p>
        )}
      </div>
    </>
  );
}
