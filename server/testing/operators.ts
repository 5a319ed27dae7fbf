import type { Role } from '#contract/operators.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { inviteStaff } from '#features/console/server/staff.ts';
import { newAddress, PASSWORD, type Person, signedInPerson } from './people.ts';
import { type App, withSecondStep } from './second-step.ts';
import type { TestApp } from './test-app.ts';
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

/** An operator who has entered the console and has just proved the identity. */
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
