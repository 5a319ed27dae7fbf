import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { ALL_REFUSALS } from '#server/testing/contracts.ts';
import type { FakeSmtp } from '#server/testing/fake-mail.ts';
import { until } from '#server/testing/server-process.ts';
import { type Answer, type Client, createClient } from '../support/client.ts';
import type { Ledger, Person } from './ledger.ts';

/** How many people use the site at a time: those who stay signed in until the end, and those who leave after some rounds. */
const [RESIDENTS, NEWCOMERS] = [6, 4];
const ROUNDS_OF_NEWCOMERS = 2;
const ROUND_PAUSE_MS = 400;
/** The milliseconds before a visitor repeats a request that got no answer, like a person who presses a button again. */
const TRY_AGAIN_MS = 150;
/** The milliseconds after `stop` in which visitors may still finish. After that, they give up. */
const PATIENCE_MS = 60_000;
const PASSWORD = 'a password for the visit';
/** The status codes of nginx's own answers if a process breaks a connection or no process accepts one. */
const OF_NGINX: readonly number[] = [502, 504];

/** Thrown to end a visit that cannot continue; the reason is already recorded in the ledger. */
class Abandoned extends Error {}

/** Lets people use the site until `stop`, which resolves when all have finished or given up. */
export function startVisitors(url: string, mail: FakeSmtp, ledger: Ledger) {
  let isStopping = false;
  let isOver = false;
  let arrivals = 0;
  const comeAndGo = async (rounds: number) => {
    while (!isStopping) {
      const began = performance.now();
      const visitor = createVisitor(url, mail, ledger, `visitor-${++arrivals}@example.com`, () => isOver);
      try {
        await visitor.arrive();
        for (let round = 1; round <= rounds && !isStopping; round++) {
          await visitor.use(round);
          await pause(ROUND_PAUSE_MS);
        }
        await visitor.leave();
        if (!visitor.hasStumbled()) ledger.goodVisits.push({ began, ended: performance.now() });
      } catch (error) {
        if (!(error instanceof Abandoned)) throw error;
      }
    }
  };
  const all = Promise.all([
    ...Array.from({ length: RESIDENTS }, () => comeAndGo(Number.POSITIVE_INFINITY)),
    ...Array.from({ length: NEWCOMERS }, () => comeAndGo(ROUNDS_OF_NEWCOMERS)),
  ]);
  return {
    stop: async () => {
      isStopping = true;
      const patience = setTimeout(() => {
        isOver = true;
      }, PATIENCE_MS);
      await all;
      clearTimeout(patience);
    },
  };
}

type Json = { readonly data?: Readonly<Record<string, unknown>> | null };

/** A simulated person with one browser, who repeats each step until the site answers. */
function createVisitor(url: string, mail: FakeSmtp, ledger: Ledger, email: string, isOver: () => boolean) {
  const client = createClient(url);
  const person: Person = { email, confirmed: false, about: '', aboutMaybe: undefined };
  let id = '';
  let stumbled = false;

  /** Sends one request. Returns the answer, or undefined if none comes or the site says that it is unavailable. */
  const once = async (...request: Parameters<Client['send']>): Promise<Answer | undefined> => {
    const answer = await client.send(...request).catch(() => undefined);
    ledger.requests++;
    if (answer !== undefined && answer.status < 500) return answer;
    ledger.failed++;
    stumbled = true;
    if (answer !== undefined && !OF_NGINX.includes(answer.status) && !isRefusal(answer))
      ledger.wrong.push(`${request[1]}: ${answer.status} without a sentence: ${answer.text}`);
    return undefined;
  };
  const untilAnswered = async (...request: Parameters<Client['send']>): Promise<Answer> => {
    for (;;) {
      const answer = await once(...request);
      if (answer !== undefined) return answer;
      if (isOver()) throw new Abandoned();
      await pause(TRY_AGAIN_MS);
    }
  };
  /** Returns the data of the answer if `isGood` accepts it. Otherwise records the answer as wrong and ends the visit. */
  const expectGood = (what: string, answer: Answer, isGood: (data: NonNullable<Json['data']>) => boolean) => {
    const data = (answer.json as Json | undefined)?.data ?? {};
    if (answer.status === 200 && isGood(data)) return data;
    ledger.wrong.push(`${email}: ${what}: ${answer.status} ${answer.text}`);
    throw new Abandoned();
  };

  const arrive = async () => {
    const signedUp = await once('POST', ACCOUNT_API.signUp, { email, password: PASSWORD });
    // The visit ends here, because without an answer nobody knows whether the sign-up succeeded. The next person uses another
    // address.
    if (signedUp === undefined) throw new Abandoned();
    expectGood('sign-up', signedUp, () => true);
    ledger.people.set(email, person);
    let token: string | undefined;
    await until(() => {
      const newest = mail.received.findLast(({ to }) => to === email);
      token = /token=([\w-]+)/.exec(newest?.mail.text ?? '')?.[1];
      return token !== undefined || isOver();
    });
    if (token === undefined) throw new Abandoned();
    const failedBefore = ledger.failed;
    const confirmed = await untilAnswered('POST', ACCOUNT_API.verify, { token });
    // After a failed request, a 410 is correct too: an earlier attempt, whose answer was lost, may have confirmed the address.
    if (confirmed.status !== 410 || ledger.failed === failedBefore)
      expectGood('confirming', confirmed, () => true);
    person.confirmed = true;
    const typed = { email, password: PASSWORD, rememberDevice: true };
    const signedIn = await untilAnswered('POST', ACCOUNT_API.signIn, typed);
    id = String(expectGood('sign-in', signedIn, (data) => data.email === email).id);
  };

  /** Reads the user's record, where `about` must be the text saved last. Saves another text. In the first round, sends a form. */
  const use = async (round: number) => {
    const record = await untilAnswered('GET', pathFor(PRODUCT_API.user, id));
    expectGood(`reading (saved: "${person.about}")`, record, (data) => {
      const isCurrent = data.about === person.about || data.about === person.aboutMaybe;
      return data.id === id && data.email === email && isCurrent;
    });
    const about = `round ${round}`;
    person.aboutMaybe = about;
    const saved = await untilAnswered('POST', PRODUCT_API.saveUser, { about });
    expectGood('saving', saved, (data) => data.id === id && data.about === about);
    person.about = about;
    person.aboutMaybe = undefined;
    if (round === 1) await write();
  };

  const write = async () => {
    const letter = { email: email.replace('@', '-letter@'), acknowledged: false };
    ledger.letters.set(letter.email, letter);
    const body = { name: 'Chaos', email: letter.email, message: `The letter of ${email}` };
    const key = { 'idempotency-key': letter.email };
    const answer = await untilAnswered('POST', pathFor(FORMS_API.submit, 'contact'), body, key);
    expectGood('sending a form', answer, () => true);
    letter.acknowledged = true;
  };

  /** Signs out. The old cookie must not work any more. */
  const leave = async () => {
    const old = client.headers();
    const answer = await untilAnswered('POST', ACCOUNT_API.signOut, {});
    expectGood('sign-out', answer, () => true);
    const after = await untilAnswered('GET', pathFor(PRODUCT_API.user, id), undefined, old);
    if (after.status !== 401) ledger.wrong.push(`${email}: signed out, and the old cookie still works`);
  };

  return { arrive, use, leave, hasStumbled: () => stumbled };
}

/** True for a refusal in the site's own format: from the API or the form service. */
function isRefusal({ json }: Answer): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if ('code' in json) return ALL_REFUSALS.some(({ code }) => code === json.code);
  return 'errors' in json && Array.isArray(json.errors);
}
