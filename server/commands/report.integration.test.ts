import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENTS } from '#contract/paths.ts';
import { dayOf, daysAfter } from '#server/analytics/day.ts';
import { tidyAnalytics } from '#server/analytics/tidy.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { createTestOperator } from '#server/testing/test-operator.ts';
import { openVisitedSite, UA } from '#server/testing/visited-site.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const site = await openVisitedSite();
afterAll(site.app.close);
const report = (...args: readonly string[]) => createTestOperator(site.app).run('report', ...args);
/** The day of the first visits; the second ones came on the day after. */
const first = dayOf(site.app.deps.clock());

beforeAll(async () => {
  await visit(3);
  site.app.advance(DAY_MS);
  await visit(2);
  await site.app.visits.flush();
});

/** So many people on phones, and one at a desk who opens a page that moves and is slow. */
async function visit(phones: number): Promise<void> {
  const vital = (metric: string, value: number, path = '/') => ({ kind: 'vital', path, metric, value });
  for (let person = 0; person < phones; person++) {
    await site.visitor(UA.phone).post(EVENTS, {
      events: [
        { kind: 'view', path: '/', referrer: 'news.example.com' },
        { kind: 'view', path: '/nowhere' },
        ...[vital('LCP', 1_000), vital('INP', 90), vital('CLS', 0), vital('FCP', 900), vital('TTFB', 100)],
      ],
    });
  }
  await site.visitor(UA.desktop).post(EVENTS, {
    events: [{ kind: 'view', path: '/about' }, vital('LCP', 4_500, '/about'), vital('CLS', 0.2, '/about')],
  });
}

describe('as text', () => {
  test('the report tells views, visitors and vitals by day, page and device', async () => {
    const { code, out, err } = await report('--from', first);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Page views              12');
    expect(out).toContain('Daily visitors           7   4 a day');
    expect(out).toMatch(new RegExp(`^${first}      7         4  █{28}$`, 'm'));
    expect(out).toMatch(new RegExp(`^${daysAfter(first, 1)}      5         3  █{20}$`, 'm'));
    expect(out).toMatch(/^\/ +5 +5 +980ms \+ +90ms \+ +0\.000 \+ +908ms \+ +97ms \+$/m);
    expect(out).toMatch(/^\/about +2 +2 +4\.6s ! +- +0\.19 ~ +- +-$/m);
    expect(out).toMatch(/^other +5 +5 +- /m);
    expect(out).toMatch(/^Not found +Views\n\/nowhere +5$/m);
    expect(out).toMatch(/^Came from +Views\nnews\.example\.com +5$/m);
    expect(out).toMatch(/^phone +10 /m);
    expect(out).toMatch(/^desktop +2 /m);
    expect(out).toMatch(/^tablet +0 +- /m);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test('an empty time says so, and is no failure', async () => {
    const { code, out } = await report('--from', '2020-01-01', '--to', '2020-01-03');
    expect(code).toBe(0);
    expect(out).toContain('Who came: 1 Jan 2020 to 3 Jan 2020 (3 days, UTC)');
    expect(out).toContain('Nobody was counted in this time.');
  });
});

test('what the report tells of a time stays when that time gets old, but for the vitals of devices', async () => {
  const before = JSON.parse((await report('--json', '--from', first, '--to', daysAfter(first, 1))).out);
  await tidyAnalytics(site.app.db, new Date(site.app.deps.clock().getTime() + 100 * DAY_MS));
  const after = JSON.parse((await report('--json', '--from', first, '--to', daysAfter(first, 1))).out);
  const withoutSplit = (told: typeof before) => ({
    ...told,
    devices: told.devices.map((device: object) => ({ ...device, vitals: {} })),
  });
  expect(after).toEqual(withoutSplit(before));
});

describe('as a page', () => {
  test('the page is one file that fetches and runs nothing', async () => {
    const file = join(makeTemporaryFolder(), 'report.html');
    const { code, out } = await report('--html', file, '--from', first);
    expect([code, out]).toEqual([0, expect.stringContaining(file)]);
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('<title>Who came: ');
    expect(page.match(/<svg class="days"/g)).toHaveLength(1);
    expect(page.match(/<table>/g)).toHaveLength(5);
    for (const name of ['/nowhere', 'news.example.com'])
      expect(page).toMatch(new RegExp(`<th scope="row">${name}.*</th><td>5</td>`));
    expect(page).not.toMatch(/<script|<iframe|<img|@import|style="|\son\w+=/i);
    const [, css = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(css).digest('base64');
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'; font-src data:;`);
    const addresses = [...page.matchAll(/(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)/g)].map(
      ([, url]) => url,
    );
    expect(addresses.filter((url) => !url?.startsWith('data:') && url !== '#dawn')).toEqual([]);
  });

  test('a file that is there is replaced only by force; one that cannot be written is no file', async () => {
    const place = makeTemporaryFolder();
    const file = join(place, 'report.html');
    writeFileSync(file, 'mine');
    const refused = await report('--html', file);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('exists already')]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await report('--html', file, '--force')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<!doctype html>');
    const nowhere = join(place, 'no', 'such', 'folder.html');
    expect((await report('--html', nowhere)).err).toMatch(/There is no folder .*such/);
    expect(existsSync(nowhere)).toBe(false);
  });
});

test.each([
  [['--from', '2026-02-30'], "'2026-02-30' is invalid. It must be a day like 2026-11-21."],
  [['--from', '2026-02-02', '--to', '2026-02-01'], '2026-02-02 comes after 2026-02-01.'],
  [['--from', '1999-01-01'], 'A report tells of at most 3660 days.'],
  [['--days', '0'], 'whole number'],
  [['--days', '7', '--from', '2026-11-01'], 'Choose --from or --days, not both.'],
  [['--json', '--html', 'x.html'], 'Choose --json or --html, not both.'],
])('%j is not understood', async (args, words) => {
  const { code, out, err } = await report(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(words);
});

test('the report tells of the last 28 days unless told otherwise', async () => {
  const { period } = JSON.parse((await report('--json', '--to', '2026-11-21')).out);
  expect(period).toEqual({ first: '2026-10-25', last: '2026-11-21' });
});
