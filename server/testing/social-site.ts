import { startStandIns } from './provider-visit.ts';
import { openTestApp } from './test-app.ts';
import { whenOver } from './test-database.ts';

export async function openSocialSite(env: Readonly<Record<string, string>> = {}) {
  const standIns = await startStandIns();
  const app = await openTestApp({ ...standIns.settings, ...env });
  whenOver(standIns.close);
  /** Moves the clock of the test to the real time, because the fake Google uses the real time for its sign-ins. */
  const asTheIssuer = () => app.advance(Date.now() - app.deps.clock().getTime());
  return { ...app, standIns, asTheIssuer };
}

export async function openSiteOfIssuer() {
  const site = await openSocialSite();
  site.asTheIssuer();
  return site;
}
