import { expect, test } from 'vitest';
import { likelyAddress } from './likely-address.ts';

test.each([
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['asha@gmaill.com', 'asha@gmail.com'],
  ['Asha@gmail.con ', 'asha@gmail.com'],
  ['José@gmial.com', 'josé@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@gmail.com', undefined],
  ['asha@mail.com', undefined],
  ['asha@zmail.com', undefined],
  ['asha@gail.com', undefined],
  ['asha@cloud.com', undefined],
  ['asha@yahoo.co.id', undefined],
  ['asha@yahoo.co.uk', undefined],
  ['asha@gmx.com', undefined],
  ['asha@example.com', undefined],
  ['asha@', undefined],
  ['asha', undefined],
  ['@gmial.com', undefined],
])('for the typed address %s, the site suggests the correction %s', (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant);
});
