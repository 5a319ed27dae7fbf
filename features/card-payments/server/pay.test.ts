import { expect, test } from 'vitest';
import { openResubmitKey, type PendingPayment, sealResubmitKey } from './pay.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const PENDING: PendingPayment = {
  submission: 'a-submission',
  form: 'contact',
  intent: 'pi_1',
  amount: 1_200,
  currency: 'eur',
};

test('a key for sending a message again after the bank’s check is valid for an hour, while its secret is known', () => {
  const key = sealResubmitKey(['one of before'], PENDING, NOW);
  const keyring = ['secret', 'another', 'one of before'] as const;
  expect(openResubmitKey(keyring, key, NOW)).toEqual(PENDING);
  expect(openResubmitKey(keyring, key, new Date(NOW.getTime() + 3_600_000))).toBeUndefined();
  expect(openResubmitKey(['secret'], key, NOW)).toBeUndefined();
});
