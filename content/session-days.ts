/** Days that a sign-in with “Remember this device” lasts after its last use. A proof in `proofs.json` quotes this number. */
export const REMEMBERED_SESSION_DAYS = 30;
