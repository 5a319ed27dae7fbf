import { beforeEach, expect, test } from 'vitest';
import { pathFor } from '#contract/paths.ts';
import { EMAIL_CONFIRMED, SIGNED_IN, SIGNED_UP } from '#features/accounts/server/audit-actions.ts';
import { deleteAccount } from '#features/accounts/server/delete-account.ts';
import { CONSOLE, LIST_ROWS } from '#features/console/contract.ts';
import type { AuditAction } from '#server/audit/action.ts';
import { BACKUP_MADE, RETENTION_RUN } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { FEATURES } from '#server/features.ts';
import { CONNECTIONS_REFUSED, LIMIT_REFUSALS } from '#server/metrics/series.ts';
import { settingNames, shownSettings } from '#server/settings/settings.ts';
import { operatorInside } from '#server/testing/operators.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { storeMessage } from '#server/testing/stored-rows.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { NOTE_WRITTEN, PERSON_SHOWN, STAFF_INVITED, SUBMISSION_SHOWN } from './audit-actions.ts';

const MARKER = 'MARKERMARKERMARKERMARKERMARKERMARKER';
/** Settings with a marker in each place that may hold a secret. The console must not show the marker. */
const SECRETS = {
  DATABASE_URL: `postgres://${MARKER}:${MARKER}@db.internal:5432/${MARKER}?password=${MARKER}`,
  REDIS_URL: `rediss://${MARKER}:${MARKER}@redis.internal:6379/?x=${MARKER}`,
  SMTP_URL: `smtps://${MARKER}:${MARKER}@mail.internal:465/?auth=${MARKER}`,
  AUTH_SECRET: MARKER,
  AUTH_SECRET_ACCEPTED: `${MARKER}1,${MARKER}2`,
  PUBLIC_API_KEY: MARKER,
  GOOGLE_CLIENT_ID: MARKER,
  GOOGLE_CLIENT_SECRET: MARKER,
  GOOGLE_ISSUER: `https://${MARKER}:${MARKER}@google.internal/${MARKER}`,
  GITHUB_CLIENT_ID: MARKER,
  GITHUB_CLIENT_SECRET: MARKER,
  GITHUB_URL: `https://${MARKER}:${MARKER}@github.internal/${MARKER}`,
  GITHUB_API_URL: `https://${MARKER}:${MARKER}@github-api.internal/${MARKER}`,
  TOKEN_SYNC_URL: `https://${MARKER}:${MARKER}@sync.site.localhost/${MARKER}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_${MARKER}`,
  STRIPE_SECRET_KEY: `sk_live_${MARKER}`,
  METRICS_TOKEN: MARKER,
};

const app = await openTestApp(SECRETS);
const owner = await operatorInside(app, 'owner');
beforeEach(() => app.db.deleteFrom('audit').execute());

const system = (query = '') => owner.get(`${CONSOLE.system}${query}`);
const record = (action: AuditAction, detail = '') =>
  recordAlone(app.deps, { action, actor: 'system', detail });

test('the system page shows no secret from the settings', async () => {
  expect(app.deps.given, 'the settings as the operator wrote them').toMatchObject(SECRETS);
  const { text } = await system();
  expect(text).toContain('smtps://mail.internal:465');
  expect(text).toContain('postgres://db.internal:5432');
  expect(text).not.toContain('MARKER');
});

test('the value of a setting is shown only if the setting was declared safe to show', () => {
  const secret = `https://u:${MARKER}@a.example/${MARKER}`;
  const given = Object.fromEntries(settingNames(FEATURES).map((name) => [name, secret]));
  const shown = shownSettings(given, FEATURES).filter(({ value }) => value?.includes(MARKER));
  const open = shown.map(({ name }) => name);
  // The settings of the core whose values may be shown. Each feature declares this for its own settings.
  const decided = FEATURES.flatMap(({ settings }) => Object.entries(settings?.shown ?? {}));
  expect(open.sort()).toEqual(
    [
      ...['PORT', 'HOST', 'DATA_DIR', 'MAIL_FROM', 'AUTHORIZED_DOMAINS', 'HSTS_SUBDOMAINS'],
      ...['RATE_LIMIT_SCALE', 'TRUSTED_PROXIES', 'LOG_LEVEL'],
      ...decided.flatMap(([name, shown]) => (shown === 'value' ? [name] : [])),
    ].sort(),
  );
  expect(open.filter((name) => name in SECRETS)).toEqual([]);
});

test('the system page shows the schema version, the rate limits that were reached and the last backup', async () => {
  await record(BACKUP_MADE);
  app.advance(3 * 60 * 60_000);
  await owner.send(CONSOLE.enter, owner.proof());
  app.deps.metrics.count(LIMIT_REFUSALS, { limit: 'linkPerIp' }, 17);
  app.deps.metrics.count(CONNECTIONS_REFUSED, {}, 23);
  const { text } = await system();
  expect(text).toContain(NEWEST_SCHEMA);
  expect(text).toMatch(/<dt>Link per network<\/dt><dd>17<\/dd>/);
  expect(text).toMatch(/<dt>Connections refused<\/dt><dd>23<\/dd>/);
  expect(text).toMatch(/<dt>Last backup<\/dt><dd><time[^>]*>3 hours ago/);
  expect(text).toMatch(/Before a public launch.*Audit log/s);
});

test('the audit log shows its newest lines, and can be filtered by the kind of action', async () => {
  await record(BACKUP_MADE);
  await record(RETENTION_RUN, 'sessions 4');
  const rows = async (query = '') =>
    [...(await system(query)).text.matchAll(/<\/bdi>: ([^<]*)(?:<span class="soft">([^<]*))?/g)].map(
      ([, what, why = '']) => `${what?.trim()} ${why}`.trim(),
    );
  const made = BACKUP_MADE.words;
  expect((await rows()).sort()).toEqual([made, `${RETENTION_RUN.words} (sessions 4)`]);
  expect(await rows('?action=backup-made')).toEqual([made]);
  const { text } = await system('?action=restored');
  expect(text).toContain('Nothing matches: Restored a backup.');
  expect(text).toMatch(/<optgroup label="Site">.*<option value="backup-made">Made a backup</s);
  expect(text).toMatch(/<optgroup label="Console">.*<option value="person-shown">Viewed the account</s);
});

test('the audit log’s links to its further pages lead back to the audit log, not to the top of the system page', async () => {
  for (let line = 0; line <= LIST_ROWS; line++) await record(BACKUP_MADE);
  expect((await system('?action=backup-made')).text).toMatch(/#audit" rel="next">Older</);
});

test.each([
  ['foo', true],
  ['nobody@example.com', false],
  ['0e0fd3b3-5d5f-4c7a-9f9e-3c3a1f0f6d11', false],
])(
  'when the audit log has nothing for “%s”, the page says that the text is neither an email address nor an id: %s',
  async (person, hints) => {
    expect((await system(`?person=${person}`)).text.includes('neither a whole email address')).toBe(hints);
  },
);

test('the audit log can be filtered by day, and by a person who either did something or was affected by it', async () => {
  const person = await signedInPerson(app);
  const { id } = person.record;
  await recordAlone(app.deps, { action: PERSON_SHOWN, actor: 'operator', subject: id });
  await recordAlone(app.deps, { action: NOTE_WRITTEN, actor: { account: id }, subject: 'a-message' });
  await record(BACKUP_MADE);
  const shown = async (query: Record<string, string>) => {
    await app.db.deleteFrom('audit').where('action', '=', 'audit-listed').execute();
    const { text } = await system(`?${new URLSearchParams(query)}`);
    return [...text.matchAll(/<\/bdi>: ([^<:]*)/g)].map(([, what]) => what?.trim()).sort();
  };
  const actions = [SIGNED_UP, EMAIL_CONFIRMED, SIGNED_IN, PERSON_SHOWN, NOTE_WRITTEN];
  const own = actions.map(({ words }) => words).sort();
  expect(await shown({ person: person.email.toUpperCase() })).toEqual(own);
  expect(await shown({ person: person.email, action: 'person-shown' })).toHaveLength(1);
  expect(await shown({ person: 'nobody@example.com' })).toEqual([]);
  await app.db.deleteFrom('users').where('id', '=', id).execute();
  expect(await shown({ person: id })).toEqual(own);
  const today = app.deps.clock().toISOString().slice(0, 10);
  expect(await shown({ from: today, to: today })).toHaveLength(own.length + 1);
  expect(await shown({ to: '2026-11-20' })).toEqual([]);
});

test('an audit line links to its message, or to its person by a masked address, as long as these exist', async () => {
  const id = await storeMessage(app.db, 1);
  const { email, record: person } = await signedInPerson(app);
  await owner.get(pathFor(CONSOLE.message, id));
  await owner.get(pathFor(CONSOLE.person, person.id));
  const toMessage = `<a href="${pathFor(CONSOLE.message, id)}?state=all"><code>${id.slice(0, 8)}</code></a>`;
  const toPerson = `<bdi><a href="${pathFor(CONSOLE.person, person.id)}">${email[0]}…@`;
  const { text } = await system();
  expect(text).toContain(`${SUBMISSION_SHOWN.words} ${toMessage}`);
  expect(text).toContain(`${PERSON_SHOWN.words} ${toPerson}`);
  expect(text).toMatch(new RegExp(`${toPerson}[^<]*</a></bdi>: ${SIGNED_IN.words}`));
  expect(text).not.toContain(email);
  await app.db.deleteFrom('submissions').execute();
  await deleteAccount(app.deps, person.id, { reason: 'asked', by: { actor: 'operator' } });
  const after = (await system()).text;
  expect(after).toContain(SUBMISSION_SHOWN.words);
  expect(after).not.toContain(toMessage);
  expect(after).toContain(`${PERSON_SHOWN.words} (deleted account)`);
});

test('the audit log can leave out lines of views, searches and sign-ins', async () => {
  await signedInPerson(app);
  await record(PERSON_SHOWN);
  const { text } = await system('?changes=1');
  expect(text).toContain(`: ${EMAIL_CONFIRMED.words}`);
  for (const { words } of [SIGNED_IN, PERSON_SHOWN]) expect(text).not.toContain(`: ${words}`);
  expect(text).toContain('Filters: changes only');
});

test('the audit log names the operator who did something', async () => {
  await system();
  await owner.send(CONSOLE.staff, { do: 'invite', email: 'colleague@example.com', role: 'support' });
  const { text } = await system('?action=staff-invited');
  expect(text).toContain(`<bdi>${owner.record.name}</bdi>: ${STAFF_INVITED.words}`);
});
