import { startStandIns } from './provider-visit.ts';
import { openTestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

/** The app with credentials at stand-ins for Google and GitHub, which are closed with it. */
export async function openSocialSite(env: Readonly<Record<string, string>> = {}) {
  const standIns = await startStandIns();
  const app = await openTestApp({ ...standIns.settings, ...env });
  whenOver(standIns.close);
  /** Sets the clock to that of the machine: the issuer says by it when somebody signed in there. */
  const asTheIssuer = () => app.advance(Date.now() - app.deps.clock().getTime());
  return { ...app, standIns, asTheIssuer };
}

/** The same site with the clock of the issuer. */
export async function openSiteOfIssuer() {
  const site = await openSocialSite();
  site.asTheIssuer();
  return site;
}
