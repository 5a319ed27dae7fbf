/**
 * After a sign-in with a password, offers to add a passkey, if the account has none and the browser supports it; once
 * per browser. The offer stays across pages until it is followed or dismissed.
 */
export default function offerPasskey(): void {
  import('#features/passkeys/web/passkey-offer.tsx').then(
    (offer) => offer.offerPasskey(),
    () => undefined,
  );
}
