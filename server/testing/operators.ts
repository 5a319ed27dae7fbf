import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Role } from '#contract/operators.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { inviteStaff } from '#features/console/server/staff.ts';
import type { OperatorDeps } from '#server/commands/operator-deps.ts';
import { runOperator } from '#server/commands/operator-program.ts';
import { FEATURES } from '#server/features.ts';
import { readKeyring } from '#server/settings/keyring.ts';
import { type App, newAddress, PASSWORD, type Person, signedInPerson, withSecondStep } from './people.ts';
import { COMPILED } from './server-process.ts';
import { settingsOf, type TestApp } from './test-app.ts';
import type { TestAnswer } from './test-client.ts';

/** Sends requests to the console from the operator's browser. `proof` returns form fields with a new code at each call. */
export type TestOperatorPerson = Person &
  ReturnType<typeof consoleOf> & { readonly proof: ReturnType<typeof proofOf> };
type Fields = Readonly<Record<string, string | readonly string[]>>;

const PAGE = { accept: 'text/html' };

/** An operator who was invited and then turned on a second step. The console stays closed until `enterConsole`. */
export async function newOperator(app: TestApp, role: Role): Promise<TestOperatorPerson> {
  const person = await signedInPerson(app, newAddress());
  await joinConsole(app, person, role);
  const { code } = await withSecondStep(app, person);
  await consoleOf(app, person).send(CONSOLE.leave);
  return { ...person, ...consoleOf(app, person), proof: proofOf(app, code) };
}

/** Makes a person an operator by an invitation. The console then opens as soon as the person adds a second factor. */
export async function joinConsole(app: TestApp, person: Person, role: Role): Promise<void> {
  const token = await inviteStaff(app.deps, { email: person.email, role }, { actor: 'operator' });
  const joined = await consoleOf(app, person).send(`${CONSOLE.join}?token=${token}`);
  if (joined.status !== 303) throw new Error(`could not join: ${joined.text}`);
}

/** An operator who has entered the console and has just proved their identity. */
export async function operatorInside(app: TestApp, role: Role): Promise<TestOperatorPerson> {
  const operator = await newOperator(app, role);
  await enterConsole(operator);
  return operator;
}

export async function enterConsole(operator: TestOperatorPerson): Promise<void> {
  const entered = await operator.send(CONSOLE.enter, operator.proof());
  if (entered.status !== 303) throw new Error(`could not enter: ${entered.text}`);
}

export function pagesBeside({ text }: Pick<TestAnswer, 'text'>) {
  const to = (rel: string) =>
    new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&');
  return { next: to('next'), prev: to('prev') };
}

export function consoleOf(app: TestApp, { browser }: Pick<Person, 'browser'>) {
  const origin = app.deps.origin;
  const get = (path: string, headers?: Record<string, string>) =>
    browser.send(path, { headers: { ...PAGE, ...headers } });
  const send = (path: string, fields: Fields = {}, headers?: Record<string, string>) => {
    const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
    const body = new URLSearchParams(pairs);
    return browser.send(path, { method: 'POST', body, headers: { ...PAGE, origin, ...headers } });
  };
  /** Submits a form of the console, and returns the page to which it redirects. */
  const press = async (path: string, fields?: Fields) => {
    const sent = await send(path, fields);
    const to = sent.headers.get('location');
    return to === null ? sent : get(to);
  };
  return { get, send, press };
}

/** A code works only once, so each proof moves the clock by half a minute. */
function proofOf(app: TestApp, code: App['code']) {
  return (): Readonly<Record<string, string>> => {
    app.advance(30_000);
    return { proof_password: PASSWORD, proof_code: code() };
  };
}

export type TestOperator = ReturnType<typeof operatorOf>;

export function createTestOperator({ db, deps }: TestApp, surroundings: Partial<OperatorDeps> = {}) {
  return operatorOf({
    ...deps,
    keyring: async () => deps.keyring,
    mails: () => deps.mails,
    openDb: async () => db,
    ...surroundings,
  });
}

/** Runs operator commands in this process, if they open the database themselves. Other commands throw an error. */
export function createSiteOperator(env: Readonly<Record<string, string>>) {
  const settings = settingsOf(env);
  const notHere = () => {
    throw new Error('not available in this test');
  };
  return operatorOf({
    settings,
    features: FEATURES,
    clock: () => new Date(),
    newId: () => randomUUID(),
    newToken: notHere,
    keyring: () => readKeyring(settings),
    mails: notHere,
    openDb: notHere,
  });
}

type Surroundings = Omit<OperatorDeps, 'print' | 'complain' | 'ask'>;

function operatorOf(deps: Surroundings & Partial<OperatorDeps>) {
  return {
    /** Runs `npm run operator -- <args>` in this process, without a terminal for questions, as in a script. */
    run: async (...args: readonly string[]) => {
      const [out, err]: [string[], string[]] = [[], []];
      const terminal = {
        print: (text: string) => void out.push(`${text}\n`),
        complain: (text: string) => void err.push(`${text}\n`),
        ask: undefined,
      };
      const code = await runOperator(args, () => ({ ...terminal, ...deps }), terminal, FEATURES);
      return { code, out: out.join(''), err: err.join('') };
    },
  };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type ProcessLimits = {
  /** If false, standard output is closed after the first piece, as `| head` does. */
  readonly readsOn?: boolean;
  /** The largest size of a file in blocks of 512 bytes, to simulate a full disk. */
  readonly blocks?: number;
};

/** Runs `npm run operator` as a separate process that has only these settings. */
export function startOperator(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { readsOn = true, blocks }: ProcessLimits = {},
) {
  const { PATH = '' } = process.env;
  // Node does not store compiled code if the size of files is limited, because those files could exceed the limit.
  const compiled = blocks === undefined ? COMPILED : {};
  const limit = blocks === undefined ? '' : `ulimit -f ${blocks}; `;
  const child = spawn(
    'sh',
    ['-c', `${limit}exec "$@"`, 'sh', process.execPath, 'server/commands/operator.ts', ...args],
    { cwd: ROOT, env: { PATH, ...compiled, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
    if (!readsOn) child.stdout.destroy();
  });
  const end = async () => {
    const [[code], err] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    return { code: code as number | null, out, err };
  };
  return { end: end() };
}
