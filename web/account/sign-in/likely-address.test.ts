import { expect, test } from 'vitest';
import { likelyAddress } from './likely-address.ts';

test.each([
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['asha@gmaill.com', 'asha@gmail.com'],
  ['Asha@gmail.con ', 'asha@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant);
});

test.each([
  'asha@gmail.com',
  'asha@mail.com',
  'asha@gmx.com',
  'asha@example.com',
  'asha@',
  'asha',
  '@gmial.com',
])('%s is left alone', (typed) => {
  expect(likelyAddress(typed)).toBeUndefined();
});
