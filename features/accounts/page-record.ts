import { PAGE_MESSAGES_MAX } from '#contract/limits.ts';
import type { UserRecord } from './profile-bodies.ts';

/**
 * The user record with only the newest messages that fit in a size limit, because pages store the record but show no
 * messages.
 */
export function pageRecord(user: UserRecord): UserRecord {
  let length = 0;
  const tooMany = user.messages.findIndex((message) => {
    length += JSON.stringify(message).length;
    return length > PAGE_MESSAGES_MAX;
  });
  return tooMany === -1 ? user : { ...user, messages: user.messages.slice(0, tooMany) };
}
