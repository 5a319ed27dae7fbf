import { fork } from 'node:child_process';
import { argon2, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { PROFILE_FIELD_NAMES } from '#contract/profile-fields.ts';
import { ARGON2ID } from '#features/accounts/server/passwords.ts';

/** A stored answer of the site: its headers as alternating names and values, and the body in base64. */
export type KeptAnswer = { readonly headers: readonly string[]; readonly body: string };

/** Hashes passwords in `atOnce` parallel loops. After `milliseconds` no hash begins, but each loop makes at least one. */
type HashOrder = { readonly milliseconds: number; readonly atOnce: number };

type Row = Readonly<Record<string, SQLInputValue>>;
type WriteOrder = { readonly seconds: number; readonly submission: Row; readonly mails: readonly Row[] };

/** The floors: the simplest programs that do only the work that is measured. Each runs in its own process. */
const FLOORS = { page, reader, hasher, writer };

/** Starts a floor as a process. `await using` ends it. */
export async function startFloor(kind: keyof typeof FLOORS, ...args: readonly string[]) {
  const child = fork(import.meta.filename, [kind, ...args], { execArgv: [] });
  const nextMessage = async () => Number((await once(child, 'message'))[0]);
  return {
    /** The URL of a floor that is a server. */
    url: `http://127.0.0.1:${await nextMessage()}`,
    /** Sends work to the floor's process. Returns how many times a second the process did this work. */
    perSecond: (order: HashOrder | WriteOrder): Promise<number> => {
      child.send(order);
      return nextMessage();
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

if (import.meta.main && process.send !== undefined) {
  process.once('disconnect', () => process.exit(0));
  const [kind, ...args] = process.argv.slice(2);
  FLOORS[kind as keyof typeof FLOORS](args[0] ?? '', args[1] ?? '');
}

function serve(answer: RequestListener): void {
  const server = createServer(answer).listen(0, '127.0.0.1', () =>
    process.send?.((server.address() as AddressInfo).port),
  );
}

function obey<Order>(work: (order: Order) => Promise<number> | number): void {
  process.on('message', async (order: Order) => {
    const from = performance.now();
    const count = await work(order);
    process.send?.(count / ((performance.now() - from) / 1_000));
  });
  process.send?.(0);
}

/** The floor for serving a page: `node:http` sends one body from memory with the headers of the site, and logs each answer. */
function page(answer: string, log: string): void {
  const { headers, body }: KeptAnswer = JSON.parse(readFileSync(answer, 'utf8'));
  const bytes = Buffer.from(body, 'base64');
  // The floor (the program to compare with) writes its log lines in the same way as the site.
  const lines = pino({ base: null }, pino.destination({ dest: log, sync: true }));
  serve(({ method, url }, response) => {
    const from = performance.now();
    response.writeHead(200, [...headers]).end(bytes);
    lines.info({ method, route: url, status: 200, ms: Math.round(performance.now() - from) }, 'request');
  });
}

/** The floor for reading a user: `node:http` and the SQL of `features/accounts/server/users.ts`. The benchmark checks that both
 * give equal answers. */
function reader(file: string): void {
  const database = new DatabaseSync(file);
  const user =
    database.prepare(`select id, email, ${PROFILE_FIELD_NAMES}, created_at, updated_at, last_login, login_count,
      verification_sent_at, verification_attempts from users where id = ?`);
  const messages =
    database.prepare(`select id, form, message, created_at from submissions where user_id = ? and state = ?
      order by created_at desc, id desc limit 100`);
  serve(({ url = '' }, response) => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    const data = { ...user.get(id), email_verified: true, messages: messages.all(id, 'received') };
    const body = JSON.stringify({ success: true, data });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(200, headers).end(body);
  });
}

/** The floor for a sign-in: argon2id with the site's parameters, in Node's default thread pool. */
function hasher(): void {
  const password = { message: 'the password of the owner', nonce: randomBytes(16), ...ARGON2ID };
  obey(async ({ milliseconds, atOnce }: HashOrder) => {
    const end = performance.now() + milliseconds;
    let count = 0;
    const hashOneByOne = async () => {
      do {
        await promisify(argon2)('argon2id', password);
        count++;
      } while (performance.now() < end);
    };
    await Promise.all(Array.from({ length: atOnce }, hashOneByOne));
    return count;
  });
}

/** The floor for sending a form: inserts the rows of a submission into a database file, one transaction after the other. */
function writer(file: string): void {
  const database = new DatabaseSync(file);
  // The same settings with which the site opens its SQLite file.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma secure_delete = on');
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const insertInto = (table: string, row: Row) => {
    const names = Object.keys(row);
    const insert = database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    return (values: Row) => void insert.run(...names.map((name) => values[name] ?? null));
  };
  obey(({ seconds, submission, mails }: WriteOrder) => {
    const storeSubmission = insertInto('submissions', submission);
    const storeMail = insertInto('outbox', mails[0] ?? {});
    const end = performance.now() + seconds * 1_000;
    let count = 0;
    for (; performance.now() < end; count++) {
      const id = randomUUID();
      begin.run();
      storeSubmission({ ...submission, id, digest: id });
      for (const row of mails) storeMail({ ...row, id: `${row.kind}-${id}` });
      commit.run();
    }
    return count;
  });
}
