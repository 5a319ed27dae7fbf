import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { BRAND_COLOUR } from '#content/colours.ts';
import { TEAM } from '#content/team.ts';
import { edit, ROOT, read } from '../remove/files.ts';
import type { Mark } from './mark.ts';
import { inThemes, paletteOf, withPalette } from './palette.ts';
import type { Question } from './questions.ts';

const BRAND = 'content/brand.ts';
const COLOURS = 'content/colours.ts';
const STYLES = ['content/colours.css', 'content/page-colours.css'];
const TEAM_FILE = 'content/team.ts';
const POSTS = 'content/posts/';
const PROOFS = 'content/proofs.json';

/** The report of removed features and of the texts that still mention them. */
export const TAKEN_OUT = 'build/taken-out.txt';

/** Files that setup writes; uncommitted changes in them may come from an earlier run. */
export const WRITTEN: readonly string[] = [BRAND, COLOURS, ...STYLES, TEAM_FILE, POSTS, PROOFS];

export type Answers = {
  readonly texts: ReadonlyMap<Question, string>;
  readonly colour: string;
  readonly mark: Mark | undefined;
  readonly leftOut: readonly string[];
  readonly clearsSamples: boolean;
};

/** Writes every changed answer. If a step throws, the steps before it stay written. */
export function write({ texts, colour, mark, leftOut, clearsSamples }: Answers): void {
  // Features are removed first, because that requires a project without uncommitted changes.
  if (leftOut.length > 0) takeOut(leftOut);
  for (const [question, answer] of texts) {
    const { at } = question;
    if ('brand' in at && answer !== todayOf(question))
      edit(BRAND, (code) => writeText(code, at.brand, answer));
  }
  if (mark !== undefined)
    edit(BRAND, (code) => writeText(writeText(code, 'viewBox', mark.viewBox), 'shapes', mark.shapes));
  if (colour !== BRAND_COLOUR) writeColours(colour);
  if (clearsSamples) clearSamples();
  const env = writeEnv(envFile(), settingsIn(texts));
  if (env !== envFile()) {
    // `mode` has no effect on an existing file, so the old file is deleted first.
    rmSync(join(ROOT, '.env'), { force: true });
    writeFileSync(join(ROOT, '.env'), env, { mode: 0o600 });
  }
  const formatted = WRITTEN.filter((file) => /\.(?:ts|css|json)$/.test(file));
  run('node_modules/@biomejs/biome/bin/biome', 'format', '--write', ...formatted);
}

/** Removes features. The report is long, and `clearSamples` may delete texts that it lists, so it is written to a file. */
function takeOut(features: readonly string[]): void {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const report = openSync(join(ROOT, TAKEN_OUT), 'w');
  runTo(report, 'scripts/remove.ts', ...features, '--yes');
  closeSync(report);
}

function writeColours(colour: string): void {
  const palette = paletteOf(colour);
  for (const file of STYLES) edit(file, (css) => withPalette(css, palette));
  const { light, dark } = inThemes(palette.get('ground') ?? '');
  edit(COLOURS, (code) =>
    writeText(writeText(writeText(code, 'light', light), 'dark', dark), 'BRAND_COLOUR', colour),
  );
}

export const SAMPLE_PEOPLE: readonly string[] = TEAM.members
  .filter(({ sample }) => sample)
  .map(({ name }) => name);
const SAMPLE_ENTRY = /^ {2}\{\n(?: {4}.*\n)*? {4}sample: true,\n {2}\},\n/gm;
const NO_MEMBERS = /^(const MEMBERS.* = \[\n)(?=\];)/m;

/** Deletes the invented people and their posts with their proofs. The fork's own posts stay. */
function clearSamples(): void {
  for (const name of readdirSync(join(ROOT, POSTS)).filter((file) => file.endsWith('.md'))) {
    const [, author = ''] = /^author: (.*)$/m.exec(read(POSTS + name)) ?? [];
    if (SAMPLE_PEOPLE.includes(author.trim())) rmSync(join(ROOT, POSTS, name));
  }
  // The comment keeps the opening bracket on its own line, because a guide inserts new people below that line.
  const howTo = '  // How to add somebody: docs/guides/add-a-team-member.md\n';
  edit(TEAM_FILE, (code) => code.replaceAll(SAMPLE_ENTRY, '').replace(NO_MEMBERS, `$1${howTo}`));
  run('generate/check-content.ts', '--drop-old-proofs');
}

/** The present answer to a question; empty if there is none. */
export function todayOf({ at }: Question): string {
  return ('brand' in at ? readText(read(BRAND), at.brand) : currentEnv()[at.env]) ?? '';
}

/** The answers to the setup questions that are written to `.env`. */
export function settingsIn(texts: ReadonlyMap<Question, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...texts].flatMap(([{ at }, answer]) => ('env' in at ? [[at.env, answer]] : [])),
  );
}

/** The settings in `.env`. Empty if that file does not exist. */
export const currentEnv = (): Readonly<Record<string, string | undefined>> => parseEnv(envFile());

/** Runs a program of the project on this terminal. Throws if it fails. */
export function run(script: string, ...args: readonly string[]): void {
  runTo('inherit', script, ...args);
}

function runTo(output: 'inherit' | number, script: string, ...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['inherit', output, 'inherit'],
  });
  if (status !== 0)
    throw new Error(`${script} failed (see above). \`git diff\` shows what was written until then.`);
}

const envFile = () => (existsSync(join(ROOT, '.env')) ? read('.env') : '');

const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\d+`;

/** Matches a text or a number in a file of `content/`, after `key:` or `key =`. */
const placeOf = (key: string) => new RegExp(String.raw`((?<![\w.])${key}(?::| =)\s+)(${TEXT})`);

/** The text after `key:` in TypeScript, unescaped; undefined if there is none. */
export function readText(code: string, key: string): string | undefined {
  const quoted = placeOf(key).exec(code)?.[2];
  return quoted?.replaceAll(/^['"]|['"]$/g, '').replaceAll(/\\(.)/g, '$1');
}

/** The file with this text replaced; a number stays a number. Throws a sentence if the file no longer has a text with that key. */
export function writeText(code: string, key: string, value: string): string {
  if (!placeOf(key).test(code))
    throw new Error(`There is no text “${key}” where setup looks for it; please write “${value}” yourself.`);
  return code.replace(
    placeOf(key),
    (_, start: string, old: string) => start + (/^\d/.test(old) ? value : JSON.stringify(value)),
  );
}

/** The file with these settings changed or added; empty ones are removed. Other lines stay. */
export function writeEnv(text: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce((all, [name, value]) => {
    const line = new RegExp(String.raw`^(?:export )?${name}\s*=.*\n?`, 'm');
    const written = value === '' ? '' : `${name}=${quoted(value)}\n`;
    if (line.test(all)) return all.replace(line, () => written);
    return all === '' || all.endsWith('\n') ? all + written : `${all}\n${written}`;
  }, text);
}

/** The value between quote characters that it does not contain itself, because the format of `.env` has no escape. */
function quoted(value: string): string {
  if (/^[\w.:/@+?=&%,-]*$/.test(value)) return value;
  const quote = ["'", '`', '"'].find((one) => !value.includes(one));
  if (quote === undefined) throw new Error('A setting cannot hold all three kinds of quotes: leave one out.');
  return quote + value + quote;
}
