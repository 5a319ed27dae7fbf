import type { Page } from '@playwright/test';

type Options = {
  /** Whether it keeps whose passkey it is, and so can sign in by itself. */
  readonly isResident?: boolean;
  /** Whether it can ask its owner for a finger or a PIN. */
  readonly verifiesUser?: boolean;
};

type VirtualAuthenticator = {
  /** Its owner deletes what it keeps: what is asked next ends without an answer. */
  readonly forgetPasskeys: () => Promise<void>;
  /** Its owner shows no finger and no PIN until told otherwise: each prompt ends as one that is closed (`NotAllowedError`). */
  readonly refuse: (isRefusing?: boolean) => Promise<void>;
  readonly passkeys: () => Promise<
    readonly { readonly isResidentCredential: boolean; readonly rpId?: string }[]
  >;
};

/** Gives the browser of a page a device for passkeys, whose owner agrees to whatever it asks. */
export async function addAuthenticator(page: Page, options: Options = {}): Promise<VirtualAuthenticator> {
  const { isResident = true, verifiesUser = true } = options;
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: isResident,
      hasUserVerification: verifiesUser,
      isUserVerified: verifiesUser,
      automaticPresenceSimulation: true,
    },
  });
  return {
    forgetPasskeys: async () => {
      await browser.send('WebAuthn.clearCredentials', { authenticatorId });
    },
    refuse: async (isRefusing = true) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing });
    },
    passkeys: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** From the next page on, the browser offers no passkey in a field, so that a button is needed. */
export async function offerNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
