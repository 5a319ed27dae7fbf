import { parseArgs } from 'node:util';
import { accountJourney } from './firefox/account.ts';
import { guardBesidePanels, guardUnderZoom } from './firefox/guard.ts';
import { everyPage, withoutCookies } from './firefox/pages.ts';
import type { Trial } from './firefox/trial.ts';
import { table } from './support/figures.ts';
import { firefoxVersion } from './support/firefox.ts';
import { startSite } from './support/site.ts';

/**
 * Is the site well in Firefox? Opens every page, with cookies and without; tries the developer-tools guard at page zooms,
 * beside a side panel and docked tools; and goes from sign-up to deletion. Needs the program `firefox-esr`.
 *
 *   npm run bench -- firefox [--only pages,zoom]
 */
const PARTS: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  pages: everyPage,
  cookies: withoutCookies,
  zoom: guardUnderZoom,
  panels: guardBesidePanels,
  account: accountJourney,
};

const version = firefoxVersion();
if (version === undefined) {
  process.stderr.write(
    'There is no program firefox-esr. On Debian, apt-get install firefox-esr brings it.\n',
  );
  process.exit(1);
}
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
await using site = await startSite((port) => ({
  SITE_ORIGIN: `http://localhost:${port}`,
  RATE_LIMIT_SCALE: '1000',
}));
const rows: Record<string, string>[] = [];
let failed = 0;
for (const part of options.only?.split(',') ?? Object.keys(PARTS)) {
  const attempt = PARTS[part];
  if (attempt === undefined)
    throw new Error(`There is no part "${part}". There is: ${Object.keys(PARTS).join(', ')}.`);
  process.stderr.write(`${part} …\n`);
  const note: Trial['note'] = (what, problems, seen = '') => {
    if (problems.length > 0) failed += 1;
    rows.push({ part, what, seen, result: problems.length > 0 ? `FAILED: ${problems.join('; ')}` : 'ok' });
  };
  try {
    await attempt({ origin: `http://localhost:${site.port}`, note });
  } catch (error) {
    // What the other parts show is still worth its time.
    note('gets to its end', [String(error)]);
  }
}
process.stdout.write(`${version}\n\n${table(rows)}\n\n${rows.length - failed} of ${rows.length} are well.\n`);
process.exitCode = failed === 0 ? 0 : 1;
