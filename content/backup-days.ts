/** Days that a backup is kept. `deploy/backup.service` and a sentence in `content/proofs.json` repeat the number. */
export const BACKUP_DAYS = 14;
