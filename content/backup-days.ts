/** Days that a backup is kept. `deploy/backup.service` has the same number. Proofs in `proofs.json` quote it. */
export const BACKUP_DAYS = 14;
