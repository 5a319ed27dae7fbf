/** Days since the last use. A proof in `proofs.json` quotes the sentence of the privacy page that repeats this number. */
export const REMEMBERED_SESSION_DAYS = 30;
