/**
 * Settings for where the site of the journeys keeps its data: an SQLite file in the run's own folder or, where `E2E_DATABASE_URL` is
 * set, that PostgreSQL (docs/decisions/0042).
 */
export function siteDatabase(): Readonly<Record<string, string>> {
  const url = process.env.E2E_DATABASE_URL ?? '';
  return {
    DATA_DIR: process.env.E2E_DATA_DIR ?? '',
    DATABASE_URL: url,
    // Without a database of its own the site makes one in its folder.
    ...(url !== '' && { AUTH_SECRET: 'only for the journeys, and long enough for them' }),
  };
}
