/** Days that a sign-in lasts without “Remember this device”. Sentences in `content/` say “one day”. */
export const SESSION_DAYS = 1;

/**
 * Days that a sign-in with “Remember this device” lasts after its last use. `content/proofs.json` quotes a sentence with this
 * number.
 */
export const REMEMBERED_SESSION_DAYS = 30;

/** Days that a browser needs no two-step code after it was remembered. `docs/product.md` and record 0068 repeat the number. */
export const TRUSTED_DAYS = 30;

/** Days that a backup is kept. `deploy/backup.service` and a sentence in `content/proofs.json` repeat the number. */
export const BACKUP_DAYS = 14;
