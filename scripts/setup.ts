import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { confirm, intro, isCancel, log, multiselect, note, outro, text } from '@clack/prompts';
import { Command, Option } from '@commander-js/extra-typings';
import { BRAND_COLOUR } from '#content/colours.ts';
import { envFileOption } from './bootstrap/child.mjs';
import { command, Explained } from './bootstrap/say.mjs';
import { git, ROOT } from './remove/files.ts';
import { OPTIONAL_FEATURES } from './remove/plan.ts';
import { readMark } from './setup/mark.ts';
import { colourProblem, leftOutProblem, problemsOf, QUESTIONS, type Question } from './setup/questions.ts';
import {
  type Answers,
  currentEnv,
  run,
  SAMPLE_PEOPLE,
  settingsIn,
  TAKEN_OUT,
  todayOf,
  WRITTEN,
  write,
} from './setup/write.ts';

/** `npm run setup`: makes the site your own, by questions or flags with `--yes`. Writes nothing before the last confirmation. */
async function main(): Promise<number> {
  const { yes, build, ...given } = readFlags();
  const asks = !yes && process.stdin.isTTY === true;
  if (!asks && !yes)
    throw new Explained(
      'There is no terminal to ask in. Please give the answers as flags (--help lists them), with --yes.',
    );
  intro('Make the site yours. Nothing is written before the last question.');
  const isClean = lookAtGit();
  const answers = await answersOf(given, asks);
  if (answers.leftOut.length > 0 && !isClean)
    throw new Explained(
      'Features can be left out only if the project is in git and everything is committed. Please commit first, then run setup again.',
    );
  const changes = changesOf(answers);
  if (changes.length === 0) {
    outro('There is nothing to change: everything is as you want it already.');
    return 0;
  }
  note(changes.join('\n'), 'What changes');
  if (asks && !(await agrees('Write it?', true))) throw new Explained('Nothing was changed.');
  write(answers);
  if (answers.leftOut.length > 0)
    log.info(`${TAKEN_OUT} says what was taken out, and which texts still mention it: read those again.`);
  if (build) run('scripts/build.mjs');
  outro(
    'Done. `npm start` shows the site, `npm test` tests it, `npm run doctor` lists what is missing for a launch.',
  );
  if (build)
    spawnSync(process.execPath, [...envFileOption(), 'server/commands/doctor.ts'], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  return 0;
}

function readFlags() {
  const flags = new Command('npm run setup --')
    .description('makes the site yours: asks, or takes the answers as flags')
    .option('--colour <hex>', 'the colour of the brand, like #2563eb')
    .option('--mark <file>', 'the logo, an SVG file')
    .option('--without <names>', 'optional features to leave out, separated by commas')
    .option('--clear-samples', 'take out the invented people and their posts')
    .option('--yes', 'ask nothing; keep whatever no flag changes', false)
    .option('--no-build', 'do not build and check the site afterwards');
  for (const { flag, ask } of QUESTIONS) flags.addOption(new Option(flag, ask));
  const { yes, build, colour, mark, without, clearSamples } = flags.parse().opts();
  const texts: Readonly<Record<string, unknown>> = flags.opts();
  return { yes, build, colour, mark, without, clearSamples, texts };
}

type Given = Omit<ReturnType<typeof readFlags>, 'yes' | 'build'>;

/**
 * True if git has no uncommitted changes. Throws `Explained` for changes not made by setup, so that git can undo what setup
 * writes.
 */
function lookAtGit(): boolean {
  let status: string;
  try {
    status = git('status', '--porcelain', '--untracked-files=all');
  } catch {
    log.warn('This folder is not in git, so what setup changes cannot be undone.');
    return false;
  }
  const changed = status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));
  const theirs = changed.filter((file) => !WRITTEN.some((own) => file.startsWith(own)));
  if (theirs.length > 0)
    throw new Explained(
      `Please commit your changes first, so that git can bring back what setup changes: ${theirs.slice(0, 3).join(', ')}${theirs.length > 3 ? ' …' : ''}`,
    );
  return changed.length === 0;
}

async function answersOf(given: Given, asks: boolean): Promise<Answers> {
  const texts = new Map<Question, string>();
  for (const question of QUESTIONS) {
    const today = renamed(todayOf(question), texts);
    const flag = given.texts[new Option(question.flag).attributeName()];
    texts.set(question, await one(question.ask, flag, today, question.check, asks));
  }
  const colour = await one(
    'What is the colour of the brand?',
    given.colour,
    BRAND_COLOUR,
    colourProblem,
    asks,
  );
  const file = await one(
    'Which SVG file is the logo? Leave it empty to keep the present one',
    given.mark,
    '',
    (path) => {
      const checked = path === '' ? undefined : readMarkFile(path);
      return checked?.kind === 'refused' ? checked.sentence : undefined;
    },
    asks,
  );
  const checked = file === '' ? undefined : readMarkFile(file);
  const leftOut = await featuresOf(given.without, asks);
  const hasSamples = SAMPLE_PEOPLE.length > 0;
  const ask = `Take out the invented people (${SAMPLE_PEOPLE.length}) and their posts?`;
  const clearsSamples = hasSamples && (given.clearSamples ?? (asks && (await agrees(ask, false))));
  const env = { ...currentEnv(), ...settingsIn(texts) };
  const [problem] = problemsOf(env);
  if (problem !== undefined) throw new Explained(problem);
  if (leftOut.includes('mailbox') && !env.SMTP_URL)
    throw new Explained(
      'Please keep the mailbox, or name a mail server: without either, no email reaches anyone.',
    );
  return { texts, colour, mark: checked?.kind === 'ok' ? checked.mark : undefined, leftOut, clearsSamples };
}

/** One answer: the flag, otherwise the typed text, otherwise the present value. */
async function one(
  ask: string,
  flag: unknown,
  today: string,
  check: (answer: string) => string | undefined,
  asks: boolean,
): Promise<string> {
  if (typeof flag === 'string') {
    const answer = flag.trim();
    const problem = check(answer);
    if (problem !== undefined) throw new Explained(`${ask} “${answer}”: ${problem}`);
    return answer;
  }
  if (!asks) return today;
  const validate = (typed = '') => check(typed.trim());
  return ((await answered(text({ message: ask, initialValue: today, validate }))) ?? '').trim();
}

async function featuresOf(flag: string | undefined, asks: boolean): Promise<readonly string[]> {
  if (flag !== undefined || !asks) {
    const names = (flag ?? '').split(/\s*,\s*/).filter((name) => name !== '');
    const problem = leftOutProblem(names);
    if (problem !== undefined) throw new Explained(problem);
    return names;
  }
  const names = OPTIONAL_FEATURES.map(({ name }) => name);
  for (;;) {
    const kept = await answered(
      multiselect({
        message:
          'Which features do you keep? (Press space to keep or leave out a feature. Each one says what is lost without it.)',
        options: OPTIONAL_FEATURES.map(({ name, lostWithout }) => ({
          value: name,
          label: name,
          ...(lostWithout && { hint: lostWithout }),
        })),
        initialValues: names,
        required: false,
      }),
    );
    const leftOut = names.filter((name) => !kept.includes(name));
    const problem = leftOutProblem(leftOut);
    if (problem === undefined) return leftOut;
    log.error(problem);
  }
}

/** The typed answer. Ends the command when the person cancels. */
async function answered<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await asked;
  if (isCancel(answer)) throw new Explained('Nothing was changed.');
  return answer as Exclude<T, symbol>;
}

const agrees = (message: string, initialValue: boolean) => answered(confirm({ message, initialValue }));

/** The present text with the old names of company and product replaced by the new ones. */
function renamed(today: string, texts: ReadonlyMap<Question, string>): string {
  return [...texts].reverse().reduce((all, [question, answer]) => {
    const isName = 'brand' in question.at && ['company', 'product'].includes(question.at.brand);
    return isName ? all.replaceAll(todayOf(question), () => answer) : all;
  }, today);
}

function changesOf({ texts, colour, mark, leftOut, clearsSamples }: Answers): readonly string[] {
  const changed = [...texts].filter(([question, answer]) => answer !== todayOf(question));
  return [
    ...changed.map(([{ at, ask }, answer]) => ('env' in at ? `${at.env} in .env` : `${ask} ${answer}`)),
    ...(colour === BRAND_COLOUR ? [] : [`All colours, from ${colour}`]),
    ...(mark === undefined ? [] : ['The logo']),
    ...(clearsSamples ? ['Without the invented people and their posts'] : []),
    ...(leftOut.length === 0 ? [] : [`Without ${leftOut.join(', ')}`]),
  ];
}

function readMarkFile(path: string): ReturnType<typeof readMark> {
  return statSync(path, { throwIfNoEntry: false })?.isFile()
    ? readMark(readFileSync(path, 'utf8'))
    : { kind: 'refused', sentence: 'There is no such file. Please name an existing one.' };
}

await command(main);
