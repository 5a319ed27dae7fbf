import type { UseProofElsewhere } from '#features/accounts/web/security/prove-identity.tsx';
import { isGuarded } from '#features/accounts/web/security/second-steps.ts';
import { NEVER_FRESH, PROVIDER_NAMES } from '#features/social-sign-in/contract.ts';
import { ProviderIcon } from '#features/social-sign-in/web/provider-icon.tsx';
import { useSocialSignIn } from '#features/social-sign-in/web/use-social-sign-in.ts';

const useProviders: UseProofElsewhere = ({ security, purpose, ...handlers }) => {
  const { waitingFor, press } = useSocialSignIn(handlers);
  const joined = [...new Set(security?.providers.map(({ provider }) => provider))];
  const neverAlone =
    security === null || isGuarded(security) || security.oldSignInDecides ? null : NEVER_FRESH;
  return {
    sites: joined
      .filter((provider) => provider !== neverAlone)
      .map((provider) => ({
        id: provider,
        name: PROVIDER_NAMES[provider],
        icon: <ProviderIcon provider={provider} />,
        isWaiting: waitingFor === provider,
        press: () => press({ provider, purpose, remember: false }),
      })),
    neverAlone: neverAlone && joined.includes(neverAlone) ? PROVIDER_NAMES[neverAlone] : undefined,
  };
};

export default useProviders;
