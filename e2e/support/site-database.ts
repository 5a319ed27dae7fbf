/**
 * Settings for the data of the tested site: an SQLite file in the folder of the test run or, when `E2E_DATABASE_URL` is set,
 * that PostgreSQL database (docs/decisions/0042).
 */
export function siteDatabase(): Readonly<Record<string, string>> {
  const url = process.env.E2E_DATABASE_URL ?? '';
  return {
    DATA_DIR: process.env.E2E_DATA_DIR ?? '',
    DATABASE_URL: url,
    // Only PostgreSQL needs this setting. With SQLite, the site generates the secret itself and keeps it in the data folder.
    ...(url !== '' && { AUTH_SECRET: 'only for the journeys, and long enough for them' }),
  };
}
