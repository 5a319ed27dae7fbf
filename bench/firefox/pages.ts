import { AUTH_WORDS } from '#content/account.ts';
import { PAGES } from '#content/page-paths.ts';
import { BROKEN } from '#content/shell.ts';
import { ROUTES, VIEWS } from '#e2e/support/routes.ts';
import { listedPages } from '../../generate/seo/listed-pages.ts';
import { startFirefox } from '../support/firefox.ts';
import { pause } from '../support/wait.ts';
import { openAtRest, type Trial, withoutKnownLines } from './trial.ts';

/** Firefox writes so at each look for something stored. */
const STORAGE_BLOCKED = /^cookieBlockedAll: /;
/** It looks for what was preloaded and not used a few seconds after a page was loaded. */
const PRELOADS_MS = 5_000;

const FOR_ANYBODY = [...ROUTES, ...VIEWS].filter(({ signedIn }) => !signedIn).map(({ path }) => path);
const POSTS = listedPages().flatMap(({ kind, path }) => (kind === 'post' ? [path] : []));

/** The mouse goes over their links as well, so that what those fetch in advance is tried. */
export async function everyPage({ origin, note }: Trial): Promise<void> {
  await using firefox = await startFirefox();
  await openAtRest(firefox, origin + PAGES.home);
  await pause(PRELOADS_MS);
  note('the first page: nothing in the console', await firefox.takeConsole(origin));

  const problems: string[] = [];
  for (const path of [...FOR_ANYBODY, ...POSTS]) {
    await openAtRest(firefox, origin + path);
    await firefox.pointAtLinks();
    await firefox.inPage(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await firefox.pointAtLinks();
    problems.push(...withoutKnownLines(await firefox.takeConsole(origin)));
  }
  await pause(PRELOADS_MS);
  problems.push(...withoutKnownLines(await firefox.takeConsole(origin)), ...firefox.alerts);
  const count = FOR_ANYBODY.length + POSTS.length;
  note(`all ${count} pages and their links: nothing in the console, no dialog`, problems);
}

/** As by "Block all cookies" in its settings; with them goes storage of every kind. */
export async function withoutCookies({ origin, note }: Trial): Promise<void> {
  await using firefox = await startFirefox({ 'network.cookie.cookieBehavior': 2 });
  const problems: string[] = [];
  for (const path of FOR_ANYBODY) {
    await openAtRest(firefox, origin + path);
    const heading = await firefox.inPage(() => document.querySelector('main h1')?.textContent);
    if (typeof heading !== 'string' || heading === BROKEN.title) problems.push(`${path} shows ${heading}`);
    const lines = withoutKnownLines(await firefox.takeConsole(origin));
    problems.push(...lines.filter((line) => !STORAGE_BLOCKED.test(line)));
  }
  const areBlocked = (await firefox.inPage(() => navigator.cookieEnabled)) === false;
  if (!areBlocked) problems.push('cookies are not blocked');
  note(`all ${FOR_ANYBODY.length} pages, cookies and storage blocked: whole`, [
    ...problems,
    ...firefox.alerts,
  ]);

  await openAtRest(firefox, origin + PAGES.auth);
  const text = String(await firefox.inPage(() => document.body.innerText));
  note('signing in says what it needs', text.includes(AUTH_WORDS.needsCookies) ? [] : ['it does not']);
}
