import { afterAll, describe, expect, test } from 'vitest';
import { PROVIDERS, type Provider } from '#features/social-sign-in/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { findRows } from '#server/database/rows.ts';
import { newAddress, recordOf, withCookiesOf } from '#server/testing/people.ts';
import { socialSignIn, startStandIns } from '#server/testing/provider-visit.ts';
import { openSocialSite } from '#server/testing/social-site.ts';
import { TEST_ORIGIN } from '#server/testing/test-app.ts';
import { createTestClient, type TestClient } from '#server/testing/test-client.ts';

/** Tests a change of `GOOGLE_ISSUER` or `GITHUB_URL`: the same account number then belongs to another person. */
const [site, after] = [await openSocialSite(), await startStandIns()];
afterAll(after.close);

/** A browser at the same site, after its providers were changed. */
async function laterBrowser(): Promise<TestClient> {
  const settings = {
    ...site.deps.settings,
    googleIssuer: after.google.url,
    githubUrl: after.github.url,
    githubApiUrl: after.github.url,
  };
  return createTestClient(
    await createApp(createDeps({ ...site.deps, settings })),
    TEST_ORIGIN,
    '203.0.113.9',
  );
}

const idsOf = async (provider: Provider) => {
  const rows = await findRows(site.db, 'provider_accounts', ['account_id'], { provider });
  return rows.map(({ account_id }) => account_id);
};

describe.each(PROVIDERS)('after the provider %s was replaced', (provider) => {
  test('[V6.8.1] the same account number at another issuer opens another account', async () => {
    const [asha, ravi] = [site.browser(), await laterBrowser()];
    await socialSignIn(asha, provider, { account: '4711', email: newAddress(), name: 'Asha' });
    const email = newAddress();
    expect((await socialSignIn(ravi, provider, { account: '4711', email, name: 'Ravi' })).outcome).toBe(
      'signed-in',
    );
    expect(await recordOf(ravi)).toMatchObject({ email, name: 'Ravi', login_count: 1 });
    expect((await recordOf(ravi)).id).not.toBe((await recordOf(asha)).id);
    expect(new Set(await idsOf(provider)).size).toBe(2);
  });

  test('the same account number at another issuer does not prove identity for a deletion', async () => {
    const asha = site.browser();
    await socialSignIn(asha, provider, { account: '815', email: newAddress(), name: 'Asha' });
    const later = withCookiesOf(asha, await laterBrowser());
    const report = await socialSignIn(
      later,
      provider,
      { account: '815', email: newAddress() },
      { purpose: 'deletion' },
    );
    expect(report.outcome).toBe('user-mismatch');
  });
});
