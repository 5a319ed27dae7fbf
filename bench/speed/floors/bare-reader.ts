import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { PROFILE_FIELD_NAMES } from '#contract/profile-fields.ts';
import { isFloor, startFloorServer, tellPort } from './floor-process.ts';

/** The floor of reading a user (the simplest program that does the same work): `node:http` and two prepared statements. */
export function startBareReader(file: string) {
  return startFloorServer(import.meta.filename, file);
}

/** The SQL of `features/accounts/server/users.ts`; the benchmark checks that the answers are equal. */
const USER = `select id, email, ${PROFILE_FIELD_NAMES}, created_at, updated_at, last_login, login_count,
  verification_sent_at, verification_attempts from users where id = ?`;
const MESSAGES = `select id, form, message, created_at from submissions where user_id = ? and state = ?
  order by created_at desc, id desc limit 100`;

if (isFloor()) {
  const database = new DatabaseSync(process.argv[2] ?? '');
  const [user, messages] = [database.prepare(USER), database.prepare(MESSAGES)];
  const server = createServer(({ url = '' }, response) => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    const row = user.get(id);
    const data = row && { ...row, email_verified: true, messages: messages.all(id, 'received') };
    const body = JSON.stringify({ success: true, data });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  tellPort(server);
}
