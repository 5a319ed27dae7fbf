import { PAGE_MESSAGES_MAX } from '#contract/limits.ts';
import type { UserRecord } from './profile-bodies.ts';

/**
 * The record with only as many of the newest messages as fit: pages fetch it at every load and store it in the browser, and show no
 * messages. `GET /api/user/{id}` has all of them.
 */
export function pageRecord(user: UserRecord): UserRecord {
  let length = 0;
  const tooMany = user.messages.findIndex((message) => {
    length += JSON.stringify(message).length;
    return length > PAGE_MESSAGES_MAX;
  });
  return tooMany === -1 ? user : { ...user, messages: user.messages.slice(0, tooMany) };
}
