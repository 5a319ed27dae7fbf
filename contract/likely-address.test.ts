import { expect, test } from 'vitest';
import { likelyAddress } from './likely-address.ts';

test.each([
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['asha@gmaill.com', 'asha@gmail.com'],
  ['Asha@gmail.con ', 'asha@gmail.com'],
  ['José@gmial.com', 'josé@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
])('for the typed address %s, the site suggests the correction %s', (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant);
});

test.each([
  ...['asha@gmail.com', 'asha@mail.com', 'asha@zmail.com', 'asha@gail.com', 'asha@cloud.com'],
  ...['asha@yahoo.co.id', 'asha@yahoo.co.uk', 'asha@gmx.com', 'asha@example.com'],
  ...['asha@', 'asha', '@gmial.com'],
])('for the typed address %s, the site suggests no correction', (typed) => {
  expect(likelyAddress(typed)).toBeUndefined();
});
