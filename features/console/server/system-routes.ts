import { z } from 'zod';
import { addressKey } from '#contract/address.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { ACTIONS, CONSOLE } from '#features/console/contract.ts';
import { accountOf, actionsOf, hashesOfAccount, linesInWords, listLines } from '#server/audit/lines.ts';
import type { ConsoleRoutes } from '#server/console-view.ts';
import { NEWEST_SCHEMA } from '#server/database/migrate.ts';
import { NEWEST } from '#server/database/search.ts';
import type { AppDeps, Feature } from '#server/feature.ts';
import {
  dayFields,
  type Fact,
  facts,
  type Html,
  html,
  nameOf,
  section,
  select,
  timeOf,
} from '#server/html/html.ts';
import { betweenDays, days, typedWords, unlessEmpty } from '#server/http/form-fields.ts';
import { checkReadiness } from '#server/http/health.ts';
import { inTime, readDisk, readStored } from '#server/metrics/collect-gauges.ts';
import { CONNECTIONS_REFUSED, LIMIT_REFUSALS } from '#server/metrics/series.ts';
import { readRelease } from '#server/release.ts';
import { type LaunchProblem, launchProblemsOf } from '#server/settings/launch-checks.ts';
import { shownSettings } from '#server/settings/settings.ts';
import { AUDIT_LISTED } from './audit-actions.ts';
import { linesList, subjectsOf } from './audit-lines.ts';
import type { ConsoleDeps } from './guard.ts';
import { page, pages, readPage } from './keyset-pages.ts';
import { withoutBackup } from './overview.ts';
import { chosenDays, nothingMatches, searchedWords, searchField, searchForm } from './search-form.ts';

/** The audit log is the last part of a long page, so its links and forms lead to it instead of the top. */
const AUDIT_LOG = `${CONSOLE.system}#audit`;

const queryOf = (actions: readonly string[]) =>
  z.object({
    action: z.enum(actions).optional().catch(undefined),
    person: typedWords,
    changes: unlessEmpty(z.literal('1')).catch(undefined),
    ...days,
    ...page,
  });
type SystemQuery = z.infer<ReturnType<typeof queryOf>>;
const personIn = ({ person }: SystemQuery) => searchedWords(person, EMAIL_MAX_LENGTH);

export function systemRoutes(route: ConsoleRoutes, deps: ConsoleDeps): void {
  const startedAt = deps.clock();
  const actions = actionsOf(deps.features);
  const systemQuery = queryOf(actions.map(({ name }) => name));
  const withoutChange = actions.flatMap(({ name, changesNothing }) => (changesNothing ? name : []));

  route.get(
    CONSOLE.system,
    {
      action: ACTIONS.readSystem,
      query: systemQuery,
      audit: async ({ query }) => {
        const person = personIn(query);
        if (person === undefined) return { action: AUDIT_LISTED };
        return { action: AUDIT_LISTED, subject: await accountOf(deps, person), detail: 'of a person' };
      },
    },
    async ({ query, operator }) => {
      const { action, person, changes, from, to } = query;
      const without = changes && withoutChange;
      const range = betweenDays(query, operator.timeZone);
      const searched = personIn(query);
      const hashes = searched === undefined ? undefined : await hashesOfAccount(deps, searched);
      const found = await readPage(
        query,
        NEWEST,
        (cursor, limit) => listLines(deps.db, { action, without, hashes, ...range, cursor, limit }),
        (line) => line.at,
      );
      const rows = await linesInWords(deps, found.rows, hashes);
      const lines = rows.length > 0 && linesList(rows, await subjectsOf(deps, rows));
      return {
        title: 'System',
        main: html`${await stateCards(deps, startedAt)}
${launchSection(await launchProblemsOf(deps))}
${settingsSection(deps)}
${auditSection(deps.features, query, lines)}
${pages(AUDIT_LOG, { action, person, changes, from, to }, found)}`,
      };
    },
  );
}

const kindOf = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function kindsOf(features: readonly Feature[]) {
  const groups = [{ name: 'site', auditActions: actionsOf([]) }, ...features].flatMap(
    ({ name: group, auditActions = [] }) => {
      const kinds = auditActions.map(({ name, words }) => [name, kindOf(words)] as const);
      const sorted = kinds.sort(([, a], [, b]) => a.localeCompare(b));
      return kinds.length > 0 ? [[nameOf(group), Object.fromEntries(sorted)] as const] : [];
    },
  );
  return Object.fromEntries(groups.sort());
}

function auditSection(
  features: readonly Feature[],
  { action, person, changes, from, to }: SystemQuery,
  lines: Html | false,
): Html {
  const kind = actionsOf(features).find(({ name }) => name === action)?.words;
  const chosen = [kind && kindOf(kind), changes && 'changes only', ...chosenDays({ from, to })];
  return section(
    'audit',
    'Audit log',
    html`${searchForm(
      AUDIT_LOG,
      searchField('person', 'By or about whom', {
        typed: person,
        most: EMAIL_MAX_LENGTH,
        hint: 'Address or account ID',
      }),
      html`${select('action', 'Kind', { '': 'All kinds', ...kindsOf(features) }, action)}${dayFields({ from, to })}
<label class="choice"><input type="checkbox" class="tick" name="changes" value="1"${changes && html` checked`}> Changes only</label>`,
      chosen,
    )}
${lines || html`${nothingMatches(person, chosen, AUDIT_LOG)}${person && !isWhole(person) && html`<p class="soft">“${person}” is neither a whole email address nor an account ID.</p>`}`}`,
    'part',
  );
}

const isWhole = (person: string) =>
  addressKey(person) !== undefined || z.guid().safeParse(person.trim()).success;

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
/** Milliseconds to wait for the size of the disk, because a network disk may not answer. */
const DISK_WITHIN = 500;

async function stateCards(deps: AppDeps, startedAt: Date): Promise<Html> {
  const { db, metrics, settings, redis } = deps;
  const now = deps.clock();
  const { version, commit } = readRelease();
  const stored = await readStored(db, now);
  const disk = await inTime(readDisk(settings.dataDir), DISK_WITHIN);
  const refused = (await metrics.counted(LIMIT_REFUSALS)).filter(({ value }) => value > 0);
  const [closed] = await metrics.counted(CONNECTIONS_REFUSED);
  const ready = await checkReadiness(deps, () => {});
  const [without, command] = await withoutBackup(deps);
  const ago = (iso: string | undefined) => iso && timeOf(iso);

  return html`<div class="cards">
${card('Version', [
  ['Version', version],
  ['Commit', html`<code>${commit}</code>`],
  ['Started', ago(startedAt.toISOString())],
])}
${card('Health', [
  ['Ready', ready.status === 'ready' ? 'yes' : warn(ready.status)],
  [
    'Export',
    'export' in ready && (ready.export === 'current' ? 'current' : warn('out of date: make it again')),
  ],
  ['Redis', redisState(redis)],
  ['Disk', disk === undefined ? 'not known' : html`${bytes(disk.free)} free of ${bytes(disk.size)}`],
])}
${card('Database', [
  ['Kind', DATABASES[settings.database.kind]],
  ['Schema of this version', NEWEST_SCHEMA],
])}
${card('Mail', [
  ['Being written', stored.requested],
  ['Waiting', stored.waiting > 0 ? mailsIn('waiting', stored.waiting) : 0],
  ['Oldest waiting', ago(stored.oldestWaiting ?? undefined)],
  ['Given up', stored.dead > 0 ? mailsIn('dead', warn(String(stored.dead))) : 0],
])}
${card('Backup and retention', [
  ['Last backup', ago(stored.backupMade) ?? html`${warn(without)} ${command}`],
  ['Last retention run', ago(stored.retentionRan) ?? 'not yet'],
])}
${card('Limits hit since the start', [
  ...refused.map(({ labels, value }) => [limitInWords(String(labels.limit)), value] as const),
  ['Requests refused', refused.length === 0 ? 'none' : undefined],
  ['Connections refused', closed?.value ?? 0],
])}
</div>`;
}

/** The name of a limit as words: `formsADayPerIp` becomes `Forms a day per network`. */
const limitInWords = (name: string): string =>
  nameOf(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).replace(/\bip$/, 'network');

const card = (title: string, known: readonly Fact[]) =>
  html`<section class="card part"><h2>${title}</h2>${facts(known)}</section>`;

const warn = (words: string) => html`<span class="badge badge-warn">${words}</span>`;

const mailsIn = (state: 'waiting' | 'dead', words: Html | number) =>
  html`<a href="${CONSOLE.mails}?state=${state}">${words}</a>`;

function redisState(redis: AppDeps['redis']): Html | string {
  if (redis === undefined) return 'not used';
  return redis.isAway() ? warn('unreachable: each process counts rate limits alone') : 'answers';
}

function bytes(count: number): string {
  return `${(count / 1e9).toFixed(count < 10e9 ? 1 : 0)} GB`;
}

/** Lists what is left to do before a public launch; `npm run doctor` also checks the machine. */
function launchSection(problems: readonly LaunchProblem[]): Html {
  const list = (weight: LaunchProblem['weight']) => problems.filter((problem) => problem.weight === weight);
  const rows = (found: readonly LaunchProblem[]) =>
    html`<ul class="plain">${found.map(
      ({ where, problem, fix }) =>
        html`<li><strong>${where}</strong> ${problem}<br><span class="soft">${fix}</span></li>`,
    )}</ul>`;
  const [blocking, advice] = [list('blocks'), list('advice')];
  return section(
    'launch',
    'Before a public launch',
    html`${blocking.length === 0 ? html`<p>Nothing stands in the way of a public launch.</p>` : html`<details class="card" open><summary>To fix (${blocking.length})</summary>${rows(blocking)}</details>`}
${advice.length > 0 && html`<details class="card"><summary>Recommended (${advice.length})</summary>${rows(advice)}</details>`}`,
    'part',
  );
}

function settingsSection({ given, features }: ConsoleDeps): Html {
  const rows = shownSettings(given, features).map(
    ({ name, value }) =>
      [html`<code>${name}</code>`, value ?? html`<span class="soft">not set</span>`] as const,
  );
  return section(
    'settings',
    'Settings',
    html`<details class="card"><summary>All settings, without secrets</summary>${facts(rows)}</details>`,
    'part',
  );
}
