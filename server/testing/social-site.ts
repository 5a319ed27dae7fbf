import { type StandIns, startStandIns } from './provider-visit.ts';
import { openTestApp, type TestApp } from './test-app.ts';

export type SocialSite = TestApp & { readonly standIns: StandIns };

/** The app with credentials at stand-ins for Google and GitHub, which are closed with it. */
export async function openSocialSite(env: Readonly<Record<string, string>> = {}): Promise<SocialSite> {
  const standIns = await startStandIns();
  const app = await openTestApp({ ...standIns.settings, ...env });
  const close = async () => {
    await app.close();
    await standIns.close();
  };
  return { ...app, standIns, close };
}
