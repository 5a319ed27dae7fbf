/** Offers a passkey once per browser, if the account has none and the browser supports passkeys. */
export default function offerPasskey(): void {
  import('#features/passkeys/web/passkey-offer.tsx').then(
    (offer) => offer.offerPasskey(),
    () => undefined,
  );
}
