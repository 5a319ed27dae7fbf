import { prepare } from './prepare.mjs';

/** Before the integration tests, some of which start the server as it ships: never an older one than its source, nor older mails. */
export default async function buildServerOnce() {
  await prepare({ builds: 'server', besideSite: true });
}
