/**
 * Days that a sign-in with “Remember this device” lasts after its last use (docs/product.md, "Sessions"). A proof in `proofs.json`
 * quotes the sentence of the privacy page that repeats this number.
 */
export const REMEMBERED_SESSION_DAYS = 30;
