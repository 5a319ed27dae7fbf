import type { SignInMethod, SignInPage } from '#features/accounts/web/sign-in/sign-in-slots.ts';
import { Notice } from '#features/forms/web/notice.tsx';
import { type Provider, SOCIAL_SETTINGS } from '#features/social-sign-in/contract.ts';
import { ProviderButtons } from '#features/social-sign-in/web/provider-buttons.tsx';
import { useSocialSignIn } from '#features/social-sign-in/web/use-social-sign-in.ts';
import { publicSettingsOf } from '#web/api/public-settings.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/**
 * A button for each provider, below the forms. The panel `inbox`, which tells people to look for a mail, has these buttons only if
 * a provider has credentials.
 */
function useProviders(page: SignInPage) {
  const hydrated = useHydrated();
  const { waitingFor, press } = useSocialSignIn(page);
  const onPress = (provider: Provider) =>
    press({ provider, purpose: 'sign-in', remember: page.isRememberTicked(), next: page.next });

  return (panel: SignInPage['view']) => {
    const buttons = <ProviderButtons onPress={onPress} waitingFor={waitingFor} />;
    if (panel === 'sign-in' || panel === 'create') return buttons;
    if (panel !== 'inbox' || !hydrated) return null;
    const areSetUp = Object.values(publicSettingsOf(SOCIAL_SETTINGS).providers);
    return (
      areSetUp.includes(true) && (
        <>
          {buttons}
          <Notice name="sign-up" />
        </>
      )
    );
  };
}

export default { name: 'social', order: 1, useMethod: useProviders } satisfies SignInMethod;
