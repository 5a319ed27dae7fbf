import { prepare } from './prepare.mjs';

/** Runs before the integration tests, some of which start the built server: rebuilds server and mails after a change. */
export default async function buildServerOnce() {
  await prepare({ builds: 'server', besideSite: true });
}
