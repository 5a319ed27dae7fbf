import { type StandIns, startStandIns } from './provider-visit.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

export type SocialSite = TestApp & {
  readonly standIns: StandIns;
  /** Sets the clock to that of the machine: the issuer says by it when somebody signed in there. */
  readonly asTheIssuer: () => void;
};

/** The app with credentials at stand-ins for Google and GitHub, which are closed with it. */
export async function openSocialSite(env: Readonly<Record<string, string>> = {}): Promise<SocialSite> {
  const standIns = await startStandIns();
  const app = await openTestApp({ ...standIns.settings, ...env });
  whenOver(standIns.close);
  const asTheIssuer = () => app.advance(Date.now() - app.deps.clock().getTime());
  return { ...app, standIns, asTheIssuer };
}

/** The same site with the clock of the issuer. */
export async function openSiteOfIssuer(): Promise<SocialSite> {
  const site = await openSocialSite();
  site.asTheIssuer();
  return site;
}
