/**
 * Offers a passkey to who has just signed in with a password and has none, once in this browser, if that has a place for one. It
 * stays through the pages that follow until it is followed or dismissed.
 */
export default function offerPasskey(): void {
  import('#features/passkeys/web/passkey-offer.tsx').then(
    (offer) => offer.offerPasskey(),
    () => undefined,
  );
}
