import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACCOUNT_API, FORMS_API, pathFor } from '#contract/paths.ts';
import { ANNOUNCEMENTS_VIEW } from '#features/announcements/contract.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { LAUNCH_LIST_EXPORT, LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { PERSON_RECOVERY } from '#features/undo-changes/contract.ts';
import { PERSON_EXPORT } from '#features/your-data/contract.ts';
import { testSeed } from '#server/testing/clock-and-random.ts';
import { newMessage } from '#server/testing/form-site.ts';
import { ANY_BODY, hostileRequest, problemWith, ROUTES } from '#server/testing/hostile-requests.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp, routesOf, TEST_ORIGIN } from '#server/testing/test-app.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** Calls each route as a person with all rights. One part of the request is a value that PostgreSQL cannot store. */
const app = await openTestApp();
const owner = await operatorInside(app, 'owner');
const routes = await routesOf(app.deps);

const { id: personId } = (await signedInPerson(app)).record;
await app.browser().post(pathFor(FORMS_API.submit, 'contact'), newMessage());
const { id: messageId } = await app.db.selectFrom('submissions').select('id').executeTakeFirstOrThrow();
const { id: mailId } = await app.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();

/** These tests need PostgreSQL, because SQLite stores a NUL character like any other. */
const onPostgres = test.runIf(process.env.TEST_DATABASE_URL);

/** Expects that a value which PostgreSQL cannot store is refused with a sentence, or is not stored. */
function expectAnswered(where: readonly unknown[], status: number): void {
  expect([...where, status >= 500 || status === 400]).toEqual([...where, false]);
}

const IDS = { '/console/person': personId, '/console/mail': mailId, '/console/staff': owner.record.id };
const idIn = (path: string) => {
  const [, id = messageId] = Object.entries(IDS).find(([start]) => path.startsWith(start)) ?? [];
  return path.replace(':id', id);
};

test('a path with an invalid id is answered with 404 on every route', async () => {
  const headers = { origin: TEST_ORIGIN, 'content-type': 'application/json' };
  for (const { method, path } of routes.filter((route) => /:\w+/.test(route.path)))
    for (const odd of ['%00', 'a%00b', '%E2%80%AE', 'x'.repeat(2_000)]) {
      const write = method === 'POST' ? { body: '{}', headers } : {};
      const { status } = await owner.browser.send(path.replace(/:\w+/g, odd), { method, ...write });
      expect([method, path, odd, status]).toEqual([method, path, odd, 404]);
    }
});

const QUERIES = [
  ...'id q words form state unread mine from to page next reason action person token code error'.split(' '),
  ...['provider', 'event', 'done'],
];
onPostgres('a NUL character in a query causes no error on any route', async () => {
  for (const { path } of routes.filter(({ method }) => method === 'GET'))
    await Promise.all(
      QUERIES.map(async (name) => {
        const { status } = await owner.get(`${idIn(path)}?${name}=x%00y`);
        expectAnswered([path, name], status);
      }),
    );
});

const reason = 'support';
type Body = Readonly<Record<string, string>>;
const doing = (names: string, fields: Body = {}): readonly Body[] =>
  names.split(' ').map((name) => ({ do: name, ...fields }));
const CONSOLE_BODIES: Readonly<Record<string, readonly Body[]>> = {
  [CONSOLE.enter]: [{ proof_password: PASSWORD, proof_code: '1', proof_signed: '{}' }],
  [CONSOLE.join]: [{}],
  // This route is left out: leaving the console would end the session of the other calls.
  [CONSOLE.leave]: [],
  [CONSOLE.inbox]: ['read', `read:${messageId}`, 'quarantine', 'release', 'assign'].map((press) => ({
    ...{ press, id: messageId, assignee: owner.record.id, next: CONSOLE.inbox },
  })),
  [CONSOLE.exportMessages]: [{ reason, format: 'csv' }],
  [CONSOLE.deleteMessages]: [{ reason, id: 'made-up', next: CONSOLE.inbox }],
  [CONSOLE.message]: [
    ...doing('note delete-note', { text: 'x', note: 'made-up' }),
    ...doing('reply', { subject: 'x', text: 'x', done: '1' }),
  ],
  [CONSOLE.people]: [{ id: 'made-up', q: 'x' }],
  [CONSOLE.person]: doing('reset note delete-note close reopen', {
    reason,
    text: 'x',
    note: 'x',
    closed: 'terms',
  }),
  [CONSOLE.personSessions]: [{ reason }],
  [PERSON_RECOVERY]: [{ reason, proof: 'mailbox' }],
  [PERSON_EXPORT]: [{ reason }],
  [CONSOLE.personDelete]: [{ reason, typed: 'x' }],
  [CONSOLE.staff]: doing('invite role remove withdraw', {
    ...{ id: 'made-up', email: newAddress(), role: 'support' },
  }),
  [LAUNCH_LIST_VIEW]: doing('test send', { subject: 'x', text: 'x' }),
  [LAUNCH_LIST_EXPORT]: [{ reason }],
  [CONSOLE.mails]: doing('test', { to: newAddress() }),
  [CONSOLE.mail]: doing('retry'),
  [ANNOUNCEMENTS_VIEW]: [
    ...doing('tell', { text: 'x', from: '2030-01-01T10:00', to: '2030-01-02T10:00' }),
    ...doing('delete', { id: 'made-up' }),
  ],
};
const ANY_FORM: Body = {
  ...{ do: 'x', id: 'made-up', reason, subject: 'x', text: 'x', name: 'x', email: newAddress() },
};

onPostgres.each(
  routes.flatMap(({ method, path }) =>
    method === 'POST' && path.startsWith(CONSOLE.home)
      ? (CONSOLE_BODIES[path] ?? [ANY_FORM]).map((body) => [path, body] as const)
      : [],
  ),
)(
  'a NUL character in any field of a console form causes no server error: %s with the fields %o',
  async (path, body) => {
    for (const name of Object.keys(body)) {
      const { status } = await owner.send(idIn(path), { ...body, [name]: `${body[name]}\0` });
      expectAnswered([path, name], status);
    }
  },
);

const BODY: Readonly<Record<string, unknown>> = {
  ...ANY_BODY,
  ...{ gender: 'x', dob: '1990-01-31', about: 'x', source: 'x', stack: 'x', notice: 'x', _notice: 'x' },
  ...{ _gotcha: '', _subject: 'x', _replyto: newAddress(), request: 'x', 'a field': 'x', _attempt: 'x' },
};
const person = await signedInPerson(app);
await person.browser.post(ACCOUNT_API.proof, { password: PASSWORD });

const withBody = routes.filter(({ path, declared }) => declared?.body ?? path.includes(':form'));
onPostgres.each(withBody.flatMap(({ method, path }) => (method === 'POST' ? path : [])))(
  'a NUL character in a field of this API call or form causes no error: %s',
  async (pattern) => {
    const path = pattern
      .replace(':id', person.record.id)
      .replace(':project', 'site')
      .replace(':form', 'contact');
    for (const [name, value] of Object.entries(BODY)) {
      const sent = typeof value === 'object' ? { x: 'x\0y' } : `${value}\0`;
      const { status } = await person.browser.post(path, { ...BODY, [name]: sent });
      expectAnswered([pattern, name], status);
    }
    expect((await person.browser.get(ACCOUNT_API.session)).json.data).not.toBeNull();
  },
);

test('[V1.4.2] responses to random requests follow the API contract on every route, without an error in the log', async () => {
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
    { seed: testSeed(), numRuns: 80 },
  );
  expect(app.logLines().filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
