import { useEffect, useRef } from 'react';
import { AUTH_WORDS } from '#content/account.ts';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#contract/social.ts';
import { Button } from '#web/ui/button.tsx';
import { ProviderIcon } from './provider-icon.tsx';

type ProviderButtonsProps = {
  readonly onPress: (provider: Provider) => void;
  /** The provider whose window is open. Its button can be pressed again: the window may have got lost behind others. */
  readonly waitingFor: Provider | null;
};

/** The two buttons to continue with Google or GitHub. They stay when the server has no credentials for them. */
export function ProviderButtons({ onPress, waitingFor }: ProviderButtonsProps) {
  const hint = useRef<HTMLDivElement>(null);
  // On a phone it is the last thing of the screen, where the chat's button stands.
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
      {/* Always in the page, so that its text is announced. */}
      <div ref={hint} role="status" className="auth-waiting">
        {waitingFor && (
          <p className="text-soft">{AUTH_WORDS.waiting.replace('{provider}', PROVIDER_NAMES[waitingFor])}</p>
        )}
      </div>
    </>
  );
}
