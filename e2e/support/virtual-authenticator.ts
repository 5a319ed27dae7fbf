import type { Page } from '@playwright/test';

type Passkey = { readonly isResidentCredential: boolean; readonly rpId?: string };

/** Gives a page's browser a virtual device for passkeys, whose owner agrees to every prompt. */
export async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Deletes all passkeys from the device: later requests for them get no answer. */
    forgetPasskeys: async () => {
      await browser.send('WebAuthn.clearCredentials', { authenticatorId });
    },
    /** Makes the owner refuse fingerprint and PIN, until `refuse(false)`: each prompt ends with `NotAllowedError`. */
    refuse: async (isRefusing = true) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing });
    },
    passkeys: async (): Promise<readonly Passkey[]> =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** Switches off passkey suggestions in fields from the next page on, so that a passkey can be used only with a button. */
export async function offerNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
