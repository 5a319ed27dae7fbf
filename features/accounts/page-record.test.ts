import { expect, test } from 'vitest';
import { BODY_LIMITS, MESSAGE_MAX_LENGTH, MESSAGES_KEPT } from '#contract/limits.ts';
import { PROFILE_FIELD_LIST, type ProfileFields } from '#contract/profile-fields.ts';
import { pageRecord } from './page-record.ts';
import type { UserRecord } from './profile-bodies.ts';

/** This character takes three bytes in UTF-8. A NUL would be longer in JSON, but no field accepts it. */
const LONG = 'क';
const AT = '2025-01-14T05:42:00.000Z';
const LONGEST_PROFILE = Object.fromEntries(
  PROFILE_FIELD_LIST.map(([name, field]) => [
    name,
    field.kind === 'date' ? '2008-05-06' : LONG.repeat(field.max),
  ]),
) as ProfileFields;

const recordWith = (count: number, message: string): UserRecord => ({
  ...LONGEST_PROFILE,
  id: '00000000-0000-4000-8000-000000000000',
  email: `${'a'.repeat(64)}@${'b'.repeat(185)}.com`,
  created_at: AT,
  updated_at: AT,
  last_login: AT,
  login_count: 1,
  email_verified: true,
  verification_sent_at: AT,
  verification_attempts: 1,
  messages: Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    form: 'contact',
    message,
    created_at: AT,
  })),
});

test.each([LONG, '"', '\n', '\u0001'])(
  'the user record for pages keeps only the newest messages that fit its size limit, even if they consist of %j',
  (character) => {
    const user = recordWith(MESSAGES_KEPT, character.repeat(MESSAGE_MAX_LENGTH));
    const kept = pageRecord(user);
    expect(kept.messages).toEqual(user.messages.slice(0, kept.messages.length));
    expect(new TextEncoder().encode(JSON.stringify(kept)).length).toBeLessThan(BODY_LIMITS.json);
  },
);

test('if the newest message alone is too large, the user record for pages has no messages, but all other fields', () => {
  const user = recordWith(2, LONG.repeat(20_000));
  expect(pageRecord(user)).toEqual({ ...user, messages: [] });
});
