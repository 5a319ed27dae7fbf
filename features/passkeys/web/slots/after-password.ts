/**
 * Only if the account has no passkey and the browser supports them; once per browser. Stays until followed or dismissed.
 */
export default function offerPasskey(): void {
  import('#features/passkeys/web/passkey-offer.tsx').then(
    (offer) => offer.offerPasskey(),
    () => undefined,
  );
}
