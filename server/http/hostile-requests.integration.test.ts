import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemWith } from '#server/testing/hostile-answers.ts';
import { hostileRequest, ROUTES } from '#server/testing/hostile-requests.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { testSeed } from '#server/testing/random.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const app = await openSharedApp();

/** Some thousand of what `npm run bench -- fuzz` sends over real connections. */
test('[V1.4.2] whatever is asked of any route is answered within the contract, and nothing of it is an error of ours', async () => {
  expect(ROUTES.length).toBeGreaterThan(40);
  let { browser } = await signedInPerson(app);
  const send = async (request: Parameters<typeof problemWith>[0], client: TestClient) => {
    const { method, path, headers, body } = request;
    const answer = await client.send(path, { method, headers, ...(body === undefined ? {} : { body }) });
    return problemWith(request, { ...answer, header: (name) => answer.headers.get(name) ?? undefined });
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileRequest(app.deps.origin), { minLength: 1, maxLength: 20 }),
      async (all) => {
        if (!browser.cookies.has('session')) browser = (await signedInPerson(app)).browser;
        const problems = await Promise.all(
          all.map((request) => send(request, request.isSignedIn ? browser : app.browser())),
        );
        expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
      },
    ),
    { seed: testSeed(), numRuns: 150 },
  );
  expect(app.logLines().filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 60_000);
