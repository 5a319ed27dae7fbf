import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type BareServer, startBareServer, tellPort } from './bare-server.ts';

/** The floor of reading a user: `node:http` in a process of its own, two prepared statements, `JSON.stringify`. */
export function startBareReader(file: string): Promise<BareServer> {
  return startBareServer(fileURLToPath(import.meta.url), [file]);
}

/** As `server/accounts/record.ts` asks, in SQL; the benchmark compares the answers. */
const USER = `select u.id, typed.email, u.name, u.gender, u.dob, u.about, u.created_at, u.updated_at, u.last_login,
  u.login_count, u.email_verified, u.verification_sent_at, u.verification_attempts
  from users as u inner join users as typed on typed.id = coalesce(u.shadows, u.id) where u.id = ?`;
const MESSAGES = `select id, form, message, created_at from submissions where user_id = ? and state = ?
  order by created_at desc, id desc limit 100`;

if (process.send !== undefined) {
  const database = new DatabaseSync(process.argv[2] ?? '');
  const [user, messages] = [database.prepare(USER), database.prepare(MESSAGES)];
  const server = createServer(({ url = '' }, response) => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    const row = user.get(id);
    const data = row && {
      ...row,
      email_verified: row.email_verified === 1,
      messages: messages.all(id, 'received'),
    };
    const body = JSON.stringify({ success: true, data });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  tellPort(server);
}
