import { expect, test } from 'vitest';
import { EMPTY_PROFILE } from '#contract/profile-fields.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { readRecord } from './product-record.ts';

const own: UserRecord = {
  ...{ id: '1', email: 'asha@example.com', ...EMPTY_PROFILE, name: 'Asha' },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', messages: [] },
  ...{ last_login: null, login_count: 1, email_verified: true },
  ...{ verification_sent_at: null, verification_attempts: 1 },
};

test('the profile of an external server of user records replaces all fields of the user except id and email address', () => {
  const theirs = { ...own, id: '2', email: 'b@example.com', name: 'Ravi', last_login: 'x', extra: 1 };
  expect(readRecord(theirs, own)).toEqual({ ...own, name: 'Ravi', last_login: 'x' });
});

test('a field that an external server of user records lacks, or has with a wrong type, comes from the session', () => {
  const theirs = { name: null, about: 7, messages: {}, gender: 'woman' };
  expect(readRecord(theirs, own)).toEqual({ ...own, gender: 'woman' });
});

test.each([null, undefined, 'saved'])(
  'a response of the external server of user records that contains no user record (%j) is ignored',
  (data) => {
    expect(readRecord(data, own)).toBeNull();
  },
);
