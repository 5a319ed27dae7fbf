import { ALERTS } from '#content/guard.ts';
import { PAGES } from '#content/page-paths.ts';
import { type Firefox, startFirefox } from '../support/firefox.ts';
import { pause } from '../support/wait.ts';
import { openAtRest, type Trial } from './trial.ts';

const ZOOMS = [50, 67, 80, 90, 110, 150, 200, 300];
/** The guard looks each second, and acts at the second look that sees the same. */
const LOOKS_MS = 3_500;

/** Real page zoom, as by Ctrl and plus: of a page that is open, and of one that is opened with it. */
export async function guardUnderZoom({ origin, note }: Trial): Promise<void> {
  await using firefox = await startFirefox();
  await openAtRest(firefox, origin + PAGES.home);
  for (const percent of ZOOMS) {
    const before = firefox.alerts.length;
    await markPage(firefox);
    await firefox.inBrowser(`FullZoom.setZoom(${percent / 100})`);
    await pause(LOOKS_MS);
    const problems = (await isMarked(firefox)) ? [] : ['reloaded'];
    await openAtRest(firefox, origin + PAGES.home);
    await markPage(firefox);
    await pause(LOOKS_MS);
    if (!(await isMarked(firefox))) problems.push('reloaded');
    const ratio = await firefox.inPage(() => devicePixelRatio);
    if (Math.abs(Number(ratio) * 100 - percent) > 1) problems.push(`zoomed to ${ratio}`);
    problems.push(...firefox.alerts.slice(before));
    note(`page zoom ${percent} %: neither alert nor reload`, problems, await sizesOf(firefox));
  }
}

/** What changes the size of a page and nothing else. */
export async function guardBesidePanels({ origin, note }: Trial): Promise<void> {
  await using firefox = await startFirefox();
  await openAtRest(firefox, origin + PAGES.home);
  await firefox.inBrowser(`SidebarController.show('viewBookmarksSidebar')`);
  await openAtRest(firefox, origin + PAGES.about);
  await markPage(firefox);
  await pause(LOOKS_MS);
  const size = await sizesOf(firefox);
  await firefox.inBrowser('SidebarController.hide()');
  await pause(LOOKS_MS);
  const reloaded = (await isMarked(firefox)) ? [] : ['reloaded'];
  note('a side panel beside a page that is opened: nothing', [...firefox.alerts, ...reloaded], size);

  for (const side of ['bottom', 'right', 'left']) {
    // The guard acts once in a tab at the same gap.
    await firefox.inPage(() => sessionStorage.clear());
    const before = firefox.alerts.length;
    await openAtRest(firefox, origin + PAGES.home);
    await markPage(firefox);
    await pause(LOOKS_MS);
    await dockTools(firefox, side);
    const docked = await sizesOf(firefox);
    await pause(LOOKS_MS);
    const problems = (await isMarked(firefox)) ? ['not reloaded'] : [];
    await openAtRest(firefox, origin + PAGES.about);
    await undockTools(firefox);
    await pause(LOOKS_MS);
    await dockTools(firefox, side);
    await pause(LOOKS_MS);
    const alerts = firefox.alerts.slice(before);
    if (alerts.join() !== ALERTS.developerTools) problems.push(`${alerts.length} alerts`);
    await undockTools(firefox);
    note(`tools docked at the ${side}, twice: one alert and reload`, problems, docked);
  }
}

const TOOLS = `ChromeUtils.importESModule('resource://devtools/shared/loader/Loader.sys.mjs')
  .require('devtools/client/framework/devtools').gDevTools`;

function dockTools(firefox: Firefox, side: string): Promise<unknown> {
  const options = JSON.stringify({ toolId: 'webconsole', hostType: side });
  return firefox.inBrowser(
    `${TOOLS}.showToolboxForTab(gBrowser.selectedTab, ${options}).then(() => undefined)`,
  );
}

function undockTools(firefox: Firefox): Promise<unknown> {
  return firefox.inBrowser(`${TOOLS}.closeToolboxForTab(gBrowser.selectedTab)`);
}

/** A page that is loaded again has no mark. */
async function markPage(firefox: Firefox): Promise<void> {
  await firefox.inPage(() => {
    Object.assign(window, { isMarked: true });
  });
}

async function isMarked(firefox: Firefox): Promise<boolean> {
  return (await firefox.inPage(() => 'isMarked' in window)) === true;
}

async function sizesOf(firefox: Firefox): Promise<string> {
  return String(
    await firefox.inPage(() => `window ${outerWidth} × ${outerHeight}, page ${innerWidth} × ${innerHeight}`),
  );
}
