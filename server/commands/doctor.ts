import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettings } from '#server/settings/settings.ts';
import { checkLaunch, type LaunchProblem } from './launch-checks.ts';
import { checkMachine } from './machine-checks.ts';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');
/** `npm run doctor`: what stands between this installation and a public launch. Exit code 1 when something does. */
const read = readSettings(process.env);
const ofMachine = read.kind === 'ok' ? await checkMachine(read.settings) : [];
const problems = checkLaunch(process.env, read, await readContent(), ofMachine);
console.log(report(problems));
process.exitCode = problems.some(({ weight }) => weight === 'blocks') ? 1 : 0;

/** Exports of every content file, by path. */
async function readContent(): Promise<Record<string, unknown>> {
  const names = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
  const files = names.map(
    async (name) =>
      [`content/${name}`, { ...(await import(pathToFileURL(join(CONTENT, name)).href)) }] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

function report(found: readonly LaunchProblem[]): string {
  const blocking = found.filter(({ weight }) => weight === 'blocks');
  const advice = found.filter(({ weight }) => weight === 'advice');
  const conclusion =
    blocking.length === 0
      ? 'Nothing stands in the way of a public launch.'
      : `${blocking.length} to settle before a public launch.`;
  return [
    ...table('Before a public launch', blocking),
    ...table('Worth a thought', advice),
    conclusion,
    ...(read.kind === 'ok'
      ? []
      : ['Database, Redis, folder and port were not looked at: the settings come first.']),
  ].join('\n');
}

function table(title: string, rows: readonly LaunchProblem[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({ where }) => where.length));
  const lines = rows.flatMap(({ where, problem, fix }) => [
    `  ${where.padEnd(width)}  ${problem}`,
    `  ${''.padEnd(width)}  → ${fix}`,
  ]);
  return [title, '', ...lines, ''];
}
