import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { ALL_REFUSALS } from '#server/testing/contracts.ts';
import type { FakeSmtp } from '#server/testing/fake-smtp.ts';
import { type Answer, createVisitor, type Visitor } from '../support/client.ts';
import { waitFor } from '../support/wait.ts';
import type { Ledger, Person } from './ledger.ts';
import { ANSWERED_BY } from './round-robin.ts';

export type JourneyPlace = {
  readonly url: string;
  readonly mail: FakeSmtp;
  readonly ledger: Ledger;
  /** True once the load should end; people who still wait for an answer then give up. */
  readonly isOver: () => boolean;
};

type Json = { readonly success?: boolean; readonly code?: unknown; readonly data?: Json | null } & Readonly<
  Record<string, unknown>
>;

const PASSWORD = 'a password for the journey';
const TRY_AGAIN_MS = 150;
const MAIL_WITHIN_MS = 90_000;

/** Thrown to end a journey that cannot continue; the reason is already recorded in the ledger (`ledger.ts`). */
class Abandoned extends Error {}

/** One person at one browser. Each step is repeated until the site answers, as people press a button again. */
export function createTraveller({ url, mail, ledger, isOver }: JourneyPlace, email: string) {
  const visitor = createVisitor(url);
  const person: Person = { email, confirmed: false, about: '', aboutMaybe: undefined };
  let id = '';
  let stumbled = false;
  let letters = 0;

  /** The answer; undefined if there is none or the site reports that it is unavailable. */
  const once = async (...request: Parameters<Visitor['send']>): Promise<Answer | undefined> => {
    const answer = await visitor.send(...request);
    ledger.requests++;
    if (answer !== undefined && answer.status < 500) return answer;
    ledger.failed++;
    stumbled = true;
    if (answer !== undefined && answer.headers[ANSWERED_BY] === undefined && !isKind(answer))
      ledger.wrong.push(`${request[1]}: ${answer.status} without a sentence: ${answer.text}`);
    return undefined;
  };
  const untilAnswered = async (...request: Parameters<Visitor['send']>): Promise<Answer> => {
    for (;;) {
      const answer = await once(...request);
      if (answer !== undefined) return answer;
      if (isOver()) throw new Abandoned();
      await pause(TRY_AGAIN_MS);
    }
  };
  const wrong = (what: string, answer: Answer): never => {
    const entry = `${email}: ${what}: ${answer.status} ${answer.text}`;
    (answer.status === 401 ? ledger.lostSessions : ledger.wrong).push(entry);
    throw new Abandoned();
  };

  const arrive = async () => {
    const answer = await once('POST', ACCOUNT_API.signUp, { email, password: PASSWORD });
    // Without an answer nobody knows whether the sign-up succeeded; the next person uses another address.
    if (answer === undefined) throw new Abandoned();
    if (answer.status !== 200) wrong('sign-up', answer);
    ledger.people.set(email, person);
    let token: string | undefined;
    await waitFor(`the mail to ${email}`, MAIL_WITHIN_MS, () => {
      const newest = mail.received.findLast(({ to }) => to === email);
      token = /token=([\w-]+)/.exec(newest?.mail.text ?? '')?.[1];
      return token !== undefined || isOver();
    }).catch((error: Error) => ledger.wrong.push(error.message));
    if (token === undefined) throw new Abandoned();
    const before = ledger.failed;
    const confirmed = await untilAnswered('POST', ACCOUNT_API.verify, { token });
    // An earlier attempt, whose answer was lost, has already confirmed the address.
    const wasDone = confirmed.status === 410 && ledger.failed > before;
    if (confirmed.status !== 200 && !wasDone) wrong('confirming', confirmed);
    person.confirmed = true;
  };

  const signIn = async () => {
    const answer = await untilAnswered('POST', ACCOUNT_API.signIn, {
      email,
      password: PASSWORD,
      rememberDevice: true,
    });
    const { data } = answer.json as Json;
    if (answer.status !== 200 || data?.email !== email) wrong('sign-in', answer);
    id = String(data?.id);
  };

  /** Checks that the record belongs to this person and holds the value saved last. */
  const read = async () => {
    const answer = await untilAnswered('GET', pathFor(PRODUCT_API.user, id));
    const { data } = (answer.json ?? {}) as Json;
    const isCurrent = data?.about === person.about || data?.about === person.aboutMaybe;
    if (answer.status !== 200 || data?.id !== id || data.email !== email || !isCurrent)
      wrong(`reading (saved: "${person.about}")`, answer);
  };

  const save = async (about: string) => {
    person.aboutMaybe = about;
    const answer = await untilAnswered('POST', PRODUCT_API.saveUser, { about });
    const { data } = (answer.json ?? {}) as Json;
    if (answer.status !== 200 || data?.id !== id || data.about !== about) wrong('saving', answer);
    person.about = about;
    person.aboutMaybe = undefined;
  };

  const write = async () => {
    letters++;
    const letter = { email: email.replace('@', `-letter-${letters}@`), acknowledged: false };
    ledger.letters.set(letter.email, letter);
    const body = { name: 'Chaos', email: letter.email, message: `Letter ${letters} of ${email}` };
    const answer = await untilAnswered('POST', pathFor(FORMS_API.submit, 'contact'), body, {
      'idempotency-key': letter.email,
    });
    if (answer.status !== 200) wrong('sending a form', answer);
    letter.acknowledged = true;
  };

  const leave = async () => {
    const old = new Map(visitor.cookies);
    const answer = await untilAnswered('POST', ACCOUNT_API.signOut, {});
    if (answer.status !== 200) wrong('sign-out', answer);
    visitor.cookies.clear();
    for (const [name, value] of old) visitor.cookies.set(name, value);
    const after = await untilAnswered('GET', pathFor(PRODUCT_API.user, id));
    if (after.status === 401) return;
    ledger.wrong.push(`${email}: signed out, and the old cookie still works (${after.status})`);
  };

  return { arrive, signIn, read, save, write, leave, hasStumbled: () => stumbled };
}

/** Runs steps; true if all succeeded. A failure that ends them early is already recorded in the ledger (`ledger.ts`). */
export async function attempt(steps: () => Promise<void>): Promise<boolean> {
  try {
    await steps();
    return true;
  } catch (error) {
    if (error instanceof Abandoned) return false;
    throw error;
  }
}

/** True for a refusal in the site's own format: from the API or the form service. */
function isKind({ json }: Answer): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if ('code' in json) return ALL_REFUSALS.some(({ code }) => code === json.code);
  return 'errors' in json && Array.isArray(json.errors);
}
