import { afterAll, onTestFinished } from 'vitest';
import { type StandIns, startStandIns } from './provider-visit.ts';
import { openTestApp, type TestApp } from './test-app.ts';

export type SocialSite = TestApp & {
  readonly standIns: StandIns;
  /** Sets the clock to that of the machine: the issuer says by it when somebody signed in there. */
  readonly asTheIssuer: () => void;
};

/** The app with credentials at stand-ins for Google and GitHub, which are closed with it. */
export async function openSocialSite(env: Readonly<Record<string, string>> = {}): Promise<SocialSite> {
  const standIns = await startStandIns();
  const app = await openTestApp({ ...standIns.settings, ...env });
  const close = async () => {
    await app.close();
    await standIns.close();
  };
  const asTheIssuer = () => app.advance(Date.now() - app.deps.clock().getTime());
  return { ...app, standIns, asTheIssuer, close };
}

/** The same site for all tests of a file, closed after the last of them. For the top of the file. */
export async function openSharedSocialSite(): Promise<SocialSite> {
  const site = await openSocialSite();
  site.asTheIssuer();
  afterAll(site.close);
  return site;
}

/** The site with settings of its own, for one test. */
export async function openOwnSocialSite(...options: Parameters<typeof openSocialSite>): Promise<SocialSite> {
  const site = await openSocialSite(...options);
  onTestFinished(site.close);
  return site;
}
