import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { confirm } from '@clack/prompts';
import { FEATURES as CONTENT } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import { command, Explained } from './bootstrap/say.mjs';
import { applyRemoval } from './remove/apply.ts';
import { linesOf, trackedFiles } from './remove/files.ts';
import { lackingWhatTheyNeed, planRemoval, type Removal } from './remove/plan.ts';
import { findProse } from './remove/prose.ts';

/**
 * `npm run remove -- <name> … [--yes]` removes optional features from the project, with all their files and texts;
 * `npm run remove -- --list` lists the optional features. Prints what will be removed before it asks.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const optional = FEATURES.filter(({ isCore }) => isCore !== true);
  if (values.list) {
    process.stdout.write(optional.map(described).join('\n'));
    return 0;
  }
  const names = [...new Set(positionals)];
  const unknown = names.filter((name) => !optional.some((feature) => feature.name === name));
  if (names.length === 0 || unknown.length > 0) {
    const wrong = unknown.length > 0 ? `No optional feature is named ${unknown.join(', ')}. ` : '';
    throw new Explained(`${wrong}What can be taken out: ${optional.map(({ name }) => name).join(', ')}.`);
  }
  if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '')
    throw new Explained(
      'There are changes that are not committed. Commit them first: git then shows what was taken out, and can bring it back.',
    );
  const removal = planRemoval(FEATURES, CONTENT, names);
  process.stdout.write(`${inWords(removal)}\n`);
  if (!values.yes && process.stdin.isTTY !== true)
    throw new Explained('There is no terminal to ask in. Please add --yes.');
  if (!values.yes && (await confirm({ message: 'Take it out?', initialValue: false })) !== true)
    throw new Explained('Nothing was changed.');
  const { promises, migrations } = applyRemoval(removal);
  process.stdout.write(toReread(names, promises, migrations));
  return 0;
}

function described({ name, needsOneOf, lostWithout = '' }: Feature): string {
  const lines = linesOf(trackedFiles().filter((file) => isCodeOf(file, name)));
  const needs = needsOneOf === undefined ? '' : ` Needs ${needsOneOf.join(' or ')}.`;
  return `${String(lines).padStart(6)} lines  ${name}\n              ${lostWithout}${needs}\n`;
}

const isCodeOf = (file: string, name: string) =>
  (file.startsWith(`features/${name}/`) || file.startsWith(`content/features/${name}`)) &&
  !/\.test\.|\/testing\//.test(file);

function inWords({ features, left, files, tests, keptBy, packages }: Removal): string {
  const names = features.map(({ name }) => name);
  const data = Object.values(keptBy);
  const lacking = lackingWhatTheyNeed(left).map(
    ({ name, needsOneOf = [] }) =>
      `${name} stays, but it needs ${needsOneOf.join(' or ')}: it is of no use now.`,
  );
  return [
    `Taking out ${names.join(', ')}:`,
    ...features.map(({ name, lostWithout = '' }) => `  ${name}: ${lostWithout}`),
    ...lacking.map((line) => `  ${line}`),
    '',
    `${files.length} files are deleted (${linesOf(files)} lines).`,
    ...listed(
      'Tests elsewhere lose the cases that use it:',
      [...tests].map(([file, text]) => (text === undefined ? `${file}, all of it` : file)),
    ),
    ...listed(
      'These tables, with all data in them, are deleted at the next start:',
      data.flatMap(({ tables }) => tables),
    ),
    ...listed(
      'These columns are deleted with them:',
      data
        .flatMap(({ columns = {} }) => Object.entries(columns))
        .flatMap(([table, all]) => all.map((column) => `${table}.${column}`)),
    ),
    ...listed(
      'These rows are deleted with them:',
      data
        .flatMap(({ rows = {} }) => Object.entries(rows))
        .map(([table, condition]) => `${table} where ${condition}`),
    ),
    ...listed('These packages are removed:', packages),
  ].join('\n');
}

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

function toReread(
  names: readonly string[],
  promises: readonly string[],
  migrations: readonly string[],
): string {
  const prose = findProse(names).map(({ file, lines }) => `${file}, line ${lines.join(', ')}`);
  return [
    '',
    'Done. `npm run check` and `npm test` tell whether all is well; nothing is committed yet.',
    ...listed('The next start deletes the data:', migrations),
    ...listed(
      'These sentences promise something that no test proves any more. Reword or delete them:',
      promises,
    ),
    ...listed('These texts mention it. Read them again:', prose),
    '',
  ].join('\n');
}

await command(main);
