import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { createTimedClient, type TimedAnswer, type TimedClient } from '../../support/timed-client.ts';
import { type ManyUsers, PASSWORD } from './many-users.ts';

export type Side = { readonly url: string; readonly people: ManyUsers };

type Question = {
  readonly name: string;
  readonly times: number;
  /** One call; `n` counts up from 0 and never comes twice. */
  readonly ask: (client: TimedClient, people: ManyUsers, n: number) => Promise<TimedAnswer>;
  readonly status: number;
};

/** Of ten users one has a session; as many of them ask at both sizes, from all over the table. */
const ASKING = 90;
const askingUser = ({ users }: ManyUsers, n: number) => {
  const sessions = users / 10;
  return (Math.floor(((n % ASKING) * sessions) / ASKING) + 1) * 10;
};
const otherUser = ({ users }: ManyUsers, n: number) => 1 + Math.floor((n * (users - 20)) / 200) + (n % 9);

export const QUESTIONS: readonly Question[] = [
  {
    name: 'sign-in',
    times: 60,
    status: 200,
    ask: (client, people, n) =>
      client.post(ACCOUNT_API.signIn, {
        email: people.addressOf(otherUser(people, n)),
        password: PASSWORD,
        rememberDevice: true,
      }),
  },
  {
    name: 'reading the profile',
    times: 300,
    status: 200,
    ask: (client, people, n) => {
      const user = askingUser(people, n);
      return client.get(pathFor(PRODUCT_API.user, people.idOf(user)), people.sessionCookieOf(user));
    },
  },
  {
    name: 'saving the profile',
    times: 200,
    status: 200,
    ask: (client, people, n) => {
      const user = askingUser(people, n);
      const path = pathFor(PRODUCT_API.saveUserById, people.idOf(user));
      return client.post(path, { about: `Saved for the ${n}th time.` }, people.sessionCookieOf(user));
    },
  },
  {
    name: 'sending a form',
    times: 200,
    status: 200,
    ask: (client, people, n) => {
      const user = askingUser(people, n);
      const form = { name: 'A person', email: people.addressOf(user), message: `The ${n}th message.` };
      return client.post(pathFor(FORMS_API.submit, 'contact'), form, people.sessionCookieOf(user));
    },
  },
  {
    name: 'asking for the mail again',
    times: 200,
    status: 200,
    ask: (client, people, n) =>
      client.post(ACCOUNT_API.resendVerification, {}, people.pendingCookieOf(n + 1)),
  },
];

const WARM_UP = 20;

/** Milliseconds of each answer, after some that warm up; who is asked first changes each time. */
export async function askInTurn(
  { name, times, ask, status }: Question,
  ours: Side,
  floor: Side,
): Promise<{ readonly ours: number[]; readonly floor: number[] }> {
  const sides = { ours, floor };
  const clients = { ours: createTimedClient(ours.url), floor: createTimedClient(floor.url) };
  const taken = { ours: [] as number[], floor: [] as number[] };
  try {
    for (let n = 0; n < WARM_UP + times; n++) {
      const order = n % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
      for (const side of order) {
        const answer = await ask(clients[side], sides[side].people, n);
        if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${answer.text}`);
        if (n >= WARM_UP) taken[side].push(answer.milliseconds);
      }
    }
    return taken;
  } finally {
    clients.ours.close();
    clients.floor.close();
  }
}
