import { PAGE_MESSAGES_MAX } from '#contract/limits.ts';
import type { UserRecord } from './profile-bodies.ts';

/**
 * The user record with only the newest messages that fit in the size limit: pages fetch and store the record at every load but
 * show no messages. `GET /api/user/{id}` returns all of them.
 */
export function pageRecord(user: UserRecord): UserRecord {
  let length = 0;
  const tooMany = user.messages.findIndex((message) => {
    length += JSON.stringify(message).length;
    return length > PAGE_MESSAGES_MAX;
  });
  return tooMany === -1 ? user : { ...user, messages: user.messages.slice(0, tooMany) };
}
