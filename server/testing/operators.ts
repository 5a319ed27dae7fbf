import type { Role } from '#contract/roles.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { inviteStaff } from '#features/console/server/staff.ts';
import { newAddress, PASSWORD, type Person, signedInPerson } from './people.ts';
import { type App, withSecondStep } from './second-step.ts';
import type { TestApp } from './test-app.ts';
import type { TestAnswer } from './test-client.ts';

export type TestOperatorPerson = Person & {
  /** Sends a form of the console as a browser does. */
  readonly send: (path: string, fields?: Fields, headers?: Record<string, string>) => Promise<TestAnswer>;
  /** The same, and opens the page that it leads to; answers that page. */
  readonly press: (path: string, fields?: Fields) => Promise<TestAnswer>;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<TestAnswer>;
  /** What shows who sits here, for a form that asks for it; a new code each time. */
  readonly proof: () => Readonly<Record<string, string>>;
};
type Fields = Readonly<Record<string, string | readonly string[]>>;

const PAGE = { accept: 'text/html' };

/** Somebody who became an operator by an invitation and then turned on a second step; outside the console until `enterConsole`. */
export async function newOperator(app: TestApp, role: Role): Promise<TestOperatorPerson> {
  const person = await signedInPerson(app, newAddress());
  await joinConsole(app, person, role);
  const { code } = await withSecondStep(app, person);
  return { ...person, ...consoleOf(app, person), proof: proofOf(app, code) };
}

/** Makes somebody an operator by an invitation; the first factor that they enrol then opens the console at once. */
export async function joinConsole(app: TestApp, person: Person, role: Role): Promise<void> {
  const token = await inviteStaff(app.deps, { email: person.email, role }, { actor: 'operator' });
  const joined = await consoleOf(app, person).send(`${CONSOLE.join}?token=${token}`);
  if (joined.status !== 303) throw new Error(`could not join: ${joined.text}`);
}

/** An operator for whom the console is open, and who has just shown to be it. */
export async function operatorInside(app: TestApp, role: Role): Promise<TestOperatorPerson> {
  const operator = await newOperator(app, role);
  await enterConsole(operator);
  return operator;
}

export async function enterConsole(operator: TestOperatorPerson): Promise<void> {
  const entered = await operator.send(CONSOLE.enter, operator.proof());
  if (entered.status !== 303) throw new Error(`could not enter: ${entered.text}`);
}

/** Where a list of the console goes on, and back. */
export function pagesBeside({ text }: Pick<TestAnswer, 'text'>): Record<'next' | 'prev', string | undefined> {
  const to = (rel: string) =>
    new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&');
  return { next: to('next'), prev: to('prev') };
}

/** The console in the browser of a person. */
export function consoleOf(
  app: TestApp,
  { browser }: Pick<Person, 'browser'>,
): Pick<TestOperatorPerson, 'send' | 'press' | 'get'> {
  const origin = app.deps.origin;
  const get: TestOperatorPerson['get'] = (path, headers) =>
    browser.send(path, { headers: { ...PAGE, ...headers } });
  const send: TestOperatorPerson['send'] = (path, fields = {}, headers) =>
    browser.send(path, {
      method: 'POST',
      body: new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
      ).toString(),
      headers: { ...PAGE, origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const press: TestOperatorPerson['press'] = async (path, fields) => {
    const sent = await send(path, fields);
    const to = sent.headers.get('location');
    return to === null ? sent : get(to);
  };
  return { get, send, press };
}

/** A code works once: each proof is half a minute later than the one before. */
function proofOf(app: TestApp, code: App['code']): TestOperatorPerson['proof'] {
  return () => {
    app.advance(30_000);
    return { proof_password: PASSWORD, proof_code: code() };
  };
}
