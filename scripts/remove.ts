import { parseArgs } from 'node:util';
import { confirm } from '@clack/prompts';
import { FEATURES as CONTENT } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import { command, Explained } from './bootstrap/say.mjs';
import { applyRemoval } from './remove/apply.ts';
import { findProse, git } from './remove/files.ts';
import {
  lackingWhatTheyNeed,
  OPTIONAL_FEATURES,
  planRemoval,
  type Removal,
  unknownFeatures,
} from './remove/plan.ts';

/**
 * `npm run remove -- <name> … [--yes]` removes optional features from the project, with all their files and texts;
 * `npm run remove -- --list` lists the optional features. Prints what will be removed before it asks.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.list) {
    process.stdout.write(OPTIONAL_FEATURES.map(described).join(''));
    return 0;
  }
  if (git('status', '--porcelain') !== '')
    throw new Explained(
      'There are changes that are not committed. Commit them first: git then shows what was taken out, and can bring it back.',
    );
  const names = [...new Set(positionals)];
  const unknown = unknownFeatures(names);
  if (names.length === 0 || unknown.length > 0) {
    const wrong = unknown.length > 0 ? `No optional feature is named ${unknown.join(', ')}. ` : '';
    throw new Explained(
      `${wrong}What can be taken out: ${OPTIONAL_FEATURES.map(({ name }) => name).join(', ')}.`,
    );
  }
  const removal = planRemoval(FEATURES, CONTENT, names);
  process.stdout.write(`${inWords(removal)}\n`);
  if (!values.yes && process.stdin.isTTY !== true)
    throw new Explained('There is no terminal to ask in. Please add --yes.');
  if (!values.yes && (await confirm({ message: 'Take it out?', initialValue: false })) !== true)
    throw new Explained('Nothing was changed.');
  // Without this listener, Ctrl-C would end Node at once. With it, only the running program ends, and its error is caught
  // below.
  process.on('SIGINT', () => {});
  try {
    const { promises, migrations } = applyRemoval(removal);
    process.stdout.write(toReread(names, promises, migrations));
    return 0;
  } catch (error) {
    throw new Explained(
      `${error}\nOnly a part was taken out. \`git reset --hard && git clean -d --force\` brings everything back.`,
    );
  }
}

function described({ name, needsOneOf, lostWithout = '' }: Feature): string {
  return `${name}: ${lostWithout}${needsOneOf === undefined ? '' : ` Needs ${needsOneOf.join(' or ')}.`}\n`;
}

function inWords({ features, left, files, tests, keptBy, packages }: Removal): string {
  const lacking = lackingWhatTheyNeed(left).map(
    ({ name, needsOneOf = [] }) =>
      `${name} stays, but it needs ${needsOneOf.join(' or ')}: it is of no use now.`,
  );
  const data = Object.values(keptBy).flatMap(({ tables, columns = {}, rows = {} }) => [
    ...tables,
    ...Object.entries(columns).flatMap(([table, all]) => all.map((column) => `${table}.${column}`)),
    ...Object.entries(rows).map(([table, condition]) => `${table} where ${condition}`),
  ]);
  const changed = [...tests].map(([file, text]) => (text === undefined ? `${file}, all of it` : file));
  return [
    ...listed('Taking out', [...features.map(described), ...lacking]),
    `${files.length} files are deleted.`,
    ...listed('Tests elsewhere lose the cases that use it:', changed),
    ...listed('This data is deleted at the next start (tables, columns and rows):', data),
    ...listed('These packages are removed:', packages),
  ].join('\n');
}

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line.trim()}`)];

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
