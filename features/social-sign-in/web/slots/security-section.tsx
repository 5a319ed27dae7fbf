import { useState } from 'react';
import { SECURITY_WORDS } from '#content/security.ts';
import { filled } from '#contract/page-errors.ts';
import { longDate } from '#features/accounts/web/profile/dates.ts';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
} from '#features/accounts/web/security/security-part.tsx';
import { useAct } from '#features/accounts/web/security/use-act.ts';
import type {} from '#features/social-sign-in/bodies.ts';
import {
  namesOf,
  PROVIDER_NAMES,
  PROVIDERS,
  type Provider,
  SOCIAL_API,
  SOCIAL_SETTINGS,
} from '#features/social-sign-in/contract.ts';
import { ProviderIcon } from '#features/social-sign-in/web/provider-icon.tsx';
import { useSocialSignIn } from '#features/social-sign-in/web/use-social-sign-in.ts';
import { postBody } from '#web/api/call-api.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';

const WORDS = SECURITY_WORDS.providers;

function ProvidersPart({ security: { providers }, arrived, ensureProof, reload }: SecurityPartProps) {
  const { busy, act } = useAct({ reload, ensureProof });
  // If the sign-in at the provider was too old, the dialog of `use-proof.tsx` opens instead of a notice.
  const [notice, setNotice] = useState(arrived && !arrived.isStale ? arrived.noticeFor('proof') : null);
  const { waitingFor, press } = useSocialSignIn({
    onNotice: setNotice,
    onProved: async () => {
      toast.success(WORDS.done, ACTION);
      await reload();
    },
  });

  const joined = new Set(providers.map(({ provider }) => provider));
  const offered = new Set(publicSettingsOf(SOCIAL_SETTINGS).offeredProviders);
  const shown = PROVIDERS.filter((provider) => joined.has(provider) || offered.has(provider));

  /** Opens the provider's window after the proof, soon enough after the click that browsers still allow it. */
  async function link(provider: Provider) {
    if (await ensureProof()) press({ provider, purpose: 'link', remember: false });
  }

  if (shown.length === 0) return null;
  return (
    <SecurityPart id="providers" title={namesOf(shown)} lead={WORDS.lead}>
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      <ul className="security-rows">
        {providers.map(({ provider, id, connectedAt }, at) => {
          const since = `connected-${at}`;
          return (
            <li key={`${provider} ${id}`}>
              <Described provider={provider} id={since} state={`${WORDS.linked} ${longDate(connectedAt)}`} />
              <div className="flex flex-wrap gap-3">
                <AskFirst
                  words={{ ...WORDS, ask: named(WORDS.unlink, provider) }}
                  small
                  busy={busy === since}
                  aria-describedby={since}
                  onConfirm={() => void act(since, () => postBody(SOCIAL_API.unlink, { provider, id }))}
                />
              </div>
            </li>
          );
        })}
        {shown
          .filter((provider) => !joined.has(provider))
          .map((provider) => {
            const isSetUp = publicSettingsOf(SOCIAL_SETTINGS).providers[provider];
            return (
              <li key={provider}>
                <Described provider={provider} state={isSetUp ? WORDS.notLinked : WORDS.notSetUp} />
                {isSetUp && (
                  <Button
                    small
                    aria-busy={waitingFor === provider || undefined}
                    onClick={() => void link(provider)}
                  >
                    {named(WORDS.link, provider)}
                  </Button>
                )}
              </li>
            );
          })}
      </ul>
    </SecurityPart>
  );
}

type DescribedProps = {
  readonly provider: Provider;
  readonly state: string;
  readonly id?: string;
};

function Described({ provider, state, id }: DescribedProps) {
  return (
    <p className="flex items-center gap-3">
      <ProviderIcon provider={provider} />
      <span>
        <span className="font-semibold">{PROVIDER_NAMES[provider]}</span>{' '}
        <span id={id} className="text-small text-soft">
          {state}
        </span>
      </span>
    </p>
  );
}

function named(words: string, provider: Provider): string {
  return filled(words, { provider: PROVIDER_NAMES[provider] });
}

export default { order: 60, Section: ProvidersPart } satisfies SecuritySection;
