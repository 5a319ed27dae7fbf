import { sql } from 'kysely';
import { countWord } from '#content/count-words.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { undeliveredAnswers } from '#features/forms/server/message-mails.ts';
import { BACKUP_MADE } from '#server/audit/core-actions.ts';
import { listLines } from '#server/audit/lines.ts';
import type { OverviewLine } from '#server/console-view.ts';
import type { Db } from '#server/database/database.ts';
import { countSince } from '#server/database/rows.ts';
import type { AppDeps } from '#server/feature.ts';
import { dateOf, facts, type Html, html, timeOf } from '#server/html/html.ts';
import { readStored } from '#server/metrics/collect-gauges.ts';
import { BACKUP_SEARCH_DAYS } from '#server/metrics/series.ts';
import { describeRelease, readRelease } from '#server/release.ts';
import { launchProblemsOf } from '#server/settings/launch-checks.ts';
import { DAY_MS, HOUR_MS, plural, timeAfter } from '#server/time.ts';
import { countUnread, IS_OPEN, openRequests, UNREAD_MOST } from './inbox.ts';

/** A mail that has waited longer than this is shown as a problem. */
const MAIL_WAITS_MS = HOUR_MS;
const DUE_COUNTED = 100;

export async function ofInbox({ db, clock }: AppDeps): Promise<OverviewLine[]> {
  const { answers } = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.countAll<number>().as('answers'))
    .where(sql<boolean>`id in ${undeliveredAnswers}`)
    .executeTakeFirstOrThrow();
  const words = `${plural(answers, 'answer')} not delivered`;
  const to = `${CONSOLE.inbox}?state=undelivered`;
  const lost = answers > 0 ? [{ words, isWaiting: true, to }] : [];
  const { quarantined } = await readStored(db, clock());
  const caught = `${plural(quarantined, 'message')} in quarantine`;
  const aside = quarantined > 0 ? [{ words: caught, to: `${CONSOLE.inbox}?state=quarantined` }] : [];
  return [...lost, await unreadLine(db), ...aside];
}

async function unreadLine(db: Db): Promise<OverviewLine> {
  const unread = await countUnread(db);
  if (unread === 0) {
    const open = await db
      .selectFrom('submissions')
      .select('id')
      .where(IS_OPEN)
      .where('due_at', 'is', null)
      .limit(UNREAD_MOST)
      .execute();
    const count = open.length === UNREAD_MOST ? `${open.length} or more` : open.length;
    return { words: `All messages are read${open.length > 0 ? `, ${count} not done yet` : ''}` };
  }
  // Requests about personal data are counted in a line of their own.
  const requests = await openRequests(db)
    .select('id')
    .where('read_at', 'is', null)
    .limit(UNREAD_MOST)
    .execute();
  const others = unread - requests.length;
  if (others <= 0) return { words: 'Only requests are left to read' };
  const count = unread === UNREAD_MOST ? `${plural(others, 'message')} or more` : plural(others, 'message');
  const words = `${count} to read${requests.length > 0 ? ' besides the requests' : ''}`;
  return { words, isWaiting: true, to: `${CONSOLE.inbox}?unread=1` };
}

export async function ofRequests({ db, clock }: AppDeps): Promise<OverviewLine[]> {
  const requests = await openRequests(db).select('due_at').limit(DUE_COUNTED).execute();
  const [first] = requests;
  if (first === undefined) return [{ words: 'None to answer' }];
  const count = `${plural(requests.length, 'request')}${requests.length === DUE_COUNTED ? ' or more' : ''}`;
  const now = clock().toISOString();
  const late = requests.filter(({ due_at }) => due_at !== null && due_at < now).length;
  const due =
    late === 0
      ? html`, the first by ${dateOf(first.due_at)}`
      : html` <span class="badge badge-warn">${late} overdue${late > 1 && ', the first'} since ${dateOf(first.due_at)}</span>`;
  return [{ words: html`${count} to answer${due}`, isWaiting: true, isOverdue: late > 0 }];
}

export async function ofPeople({ db, clock }: AppDeps): Promise<OverviewLine[]> {
  const week = timeAfter(clock(), -7 * DAY_MS);
  return [{ words: `${plural(await countSince(db, 'users', 'created_at', week), 'new account')} in 7 days` }];
}

export async function ofMails({ db, clock, settings }: AppDeps): Promise<OverviewLine[]> {
  const { dead, waiting, oldestWaiting = '' } = await readStored(db, clock());
  const lines: OverviewLine[] = [];
  if (dead > 0) {
    const words = `${plural(dead, 'email')} ${dead === 1 ? 'was' : 'were'} given up`;
    lines.push({ words, isWaiting: true, to: `${CONSOLE.mails}?state=dead` });
  }
  if (settings.smtpUrl === undefined) {
    const words = 'No mail server is set up';
    if (waiting === 0) return [...lines, { words }];
    const to = `${CONSOLE.mails}?state=waiting`;
    return [...lines, { words: `${words}: ${plural(waiting, 'email')} waiting`, isWaiting: true, to }];
  }
  const refused = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .where('state', '=', 'waiting')
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow();
  if (refused.mails > 0) {
    const words = `${plural(refused.mails, 'email')} waiting after a failed attempt`;
    lines.push({ words, isWaiting: true, to: `${CONSOLE.mails}?state=waiting` });
  }
  if (clock().getTime() - Date.parse(oldestWaiting) > MAIL_WAITS_MS) {
    const words = html`${plural(waiting, 'email')} not sent yet, the oldest due ${timeOf(oldestWaiting)}`;
    lines.push({ words, isWaiting: true, to: `${CONSOLE.mails}?state=waiting` });
  }
  return lines.length > 0 ? lines : [{ words: 'All emails are going out' }];
}

/** The words for a site without a recent backup. If no backup was ever made, the command that makes one is added. */
export async function withoutBackup({ db }: AppDeps): Promise<readonly [string, Html?]> {
  const [ever] = await listLines(db, { action: BACKUP_MADE.name, limit: 1 });
  if (ever !== undefined) return [`No backup in the last ${countWord(BACKUP_SEARCH_DAYS)} days`];
  return ['No backup yet', html`<code>npm run operator -- backup --to FOLDER</code>`];
}

export async function ofSystem(deps: AppDeps): Promise<OverviewLine[]> {
  const { backupMade } = await readStored(deps.db, deps.clock());
  const toFix = (await launchProblemsOf(deps)).filter(({ weight }) => weight === 'blocks').length;
  const backup =
    backupMade === undefined
      ? { label: 'Backups', words: (await withoutBackup(deps))[0], isWaiting: true }
      : { words: html`Last backup ${timeOf(backupMade)}` };
  const words = `${plural(toFix, 'thing')} to fix before a public launch`;
  const launch = { label: 'Launch', words, isWaiting: true, to: `${CONSOLE.system}#launch` };
  return [...(toFix > 0 ? [launch] : []), backup, { words: `Version ${describeRelease(readRelease())}` }];
}

type Line = Required<Pick<OverviewLine, 'label' | 'to'>> & OverviewLine;

const byLabel = (lines: readonly Line[]) => [...Map.groupBy(lines, ({ label }) => label)];

/** Lists first the items that need action, each with a link, and then the state of everything else. */
export function overviewMain(lines: readonly Line[]): Html {
  const waiting = lines
    .filter(({ isWaiting }) => isWaiting)
    .sort((one, other) => Number(other.isOverdue ?? false) - Number(one.isOverdue ?? false));
  const rows = byLabel(waiting).map(
    ([label, all]) =>
      html`<li class="card row" data-row><strong>${label}</strong><div class="part">${all.map(({ to, words }) => html`<div><a href="${to}">${words}</a></div>`)}</div></li>`,
  );
  const others = byLabel(lines.filter(({ isWaiting }) => !isWaiting));
  return html`${
    rows.length === 0
      ? html`<p class="banner banner-success">All is well. Nothing is waiting for you.</p>`
      : html`<h2>Waiting for you</h2><ul class="rows overview">${rows}</ul>`
  }
${
  others.length > 0 &&
  html`<h2>How things are</h2>${facts(
    others.map(([label, all]) => [
      html`<a href="${all[0]?.to}">${label}</a>`,
      html`${all.map(({ words }) => html`<div>${words}</div>`)}`,
    ]),
    'facts card',
  )}`
}`;
}
