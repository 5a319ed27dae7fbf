import { useEffect, useId, useRef } from 'react';
import { AUTH_WORDS } from '#content/sign-in.ts';
import { filled } from '#contract/page-errors.ts';
import {
  namesOf,
  PROVIDER_NAMES,
  PROVIDERS,
  type Provider,
  SOCIAL_SETTINGS,
} from '#features/social-sign-in/contract.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { ProviderIcon } from './provider-icon.tsx';

type ProviderButtonsProps = {
  readonly onPress: (provider: Provider) => void;
  /** The provider whose window is open. Its button stays enabled, so that people can bring the window to the front again. */
  readonly waitingFor: Provider | null;
};

/** A button for each provider. On a local site, providers without credentials look disabled and show the reason when pressed. */
export function ProviderButtons({ onPress, waitingFor }: ProviderButtonsProps) {
  const hint = useRef<HTMLDivElement>(null);
  // Scrolls the hint into view, because on a phone the chat button may cover it.
  useEffect(() => {
    if (waitingFor) hint.current?.scrollIntoView({ block: 'nearest' });
  }, [waitingFor]);

  const reason = useId();
  const hydrated = useHydrated();
  const { offeredProviders: offered, providers } = hydrated
    ? publicSettingsOf(SOCIAL_SETTINGS)
    : SOCIAL_SETTINGS;
  const missing = hydrated ? offered.filter((provider) => !providers[provider]) : [];
  const hasNone = missing.length === PROVIDERS.length;

  if (offered.length === 0) return null;
  return (
    <>
      <p className="auth-or flex items-center gap-4 text-small text-soft">
        <span className="h-px flex-1 bg-line" />
        {/* CSS chooses one of these texts even before scripts read the settings, so that nothing below moves. */}
        <span className="auth-or-usual">{AUTH_WORDS.or}</span>
        <span id={hasNone ? reason : undefined} className="auth-or-none">
          {notSetUpOf(PROVIDERS)}
        </span>
        <span className="h-px flex-1 bg-line" />
      </p>
      <div className="auth-providers grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        {offered.map((provider) => (
          <Button
            key={provider}
            data-provider={provider}
            onClick={() => onPress(provider)}
            className={missing.includes(provider) ? 'button-not-set-up' : ''}
            aria-describedby={missing.includes(provider) ? reason : undefined}
            aria-label={`${AUTH_WORDS.continueWith} ${PROVIDER_NAMES[provider]}`}
            aria-busy={waitingFor === provider || undefined}
          >
            {waitingFor !== provider && <ProviderIcon provider={provider} />}
            {PROVIDER_NAMES[provider]}
          </Button>
        ))}
      </div>
      {missing.length > 0 && !hasNone && (
        <p id={reason} className="text-small text-soft">
          {notSetUpOf(missing)}.
        </p>
      )}
      {/* This live region is always rendered, because it announces only text that is added later. */}
      <div ref={hint} role="status" className="scroll-my-20">
        {waitingFor && (
          <p className="text-soft">{filled(AUTH_WORDS.waiting, { provider: PROVIDER_NAMES[waitingFor] })}</p>
        )}
      </div>
    </>
  );
}

function notSetUpOf(missing: readonly Provider[]): string {
  return filled(AUTH_WORDS.notSetUp, { providers: namesOf(missing) });
}
