/**
 * Days that a sign-in with “Remember this device” lasts after its last use (docs/product.md, "Sessions"), for the
 * server and the pages. A proof in `proofs.json` quotes the sentence of the privacy page.
 */
export const REMEMBERED_SESSION_DAYS = 30;
