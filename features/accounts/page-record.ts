import { PAGE_MESSAGES_MAX } from '#contract/limits.ts';
import type { UserRecord } from './profile-bodies.ts';

/**
 * The record as a page keeps it, and as the server says who is signed in: only with the newest messages, as many as
 * fit. A page asks at every load and shows none of them; a hundred long ones would fill a good part of the browser's
 * storage. `GET /api/user/{id}` has them all.
 */
export function pageRecord(user: UserRecord): UserRecord {
  let length = 0;
  const tooMany = user.messages.findIndex((message) => {
    length += JSON.stringify(message).length;
    return length > PAGE_MESSAGES_MAX;
  });
  return tooMany === -1 ? user : { ...user, messages: user.messages.slice(0, tooMany) };
}
