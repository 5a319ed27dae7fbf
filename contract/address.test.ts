import { expect, test } from 'vitest';
import { addressKey, needsSmtpUtf8 } from './address.ts';

test.each([
  [' Asha@Example.COM\t', 'asha@example.com'],
  ['иван@почта.рф', 'иван@xn--80a1acny.xn--p1ai'],
  ['ivan@XN--80A1ACNY.xn--P1AI', 'ivan@xn--80a1acny.xn--p1ai'],
  ['josé@exämple.com', 'josé@xn--exmple-cua.com'],
  ['आशा@उदाहरण.भारत', 'आशा@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['user+tag/x=y!#$%@xn--bcher-kva.example', 'user+tag/x=y!#$%@xn--bcher-kva.example'],
  ['asha@ＥＸＡＭＰＬＥ。com', 'asha@example.com'],
  ['asha@straße.de', 'asha@xn--strae-oqa.de'],
  ["O'Brien'@example.com", "o'brien'@example.com"],
  ['.a..b.@example.com', '.a..b.@example.com'],
  // This domain is no valid punycode. It is accepted, because browsers and older versions of the site accept it.
  ['asha@xn--a.com', 'asha@xn--a.com'],
  // This address keeps its zero-width joiner, which some writing systems need to shape letters.
  ['क्\u200dष@example.com', 'क्\u200dष@example.com'],
  // Spellings of one letter are equal: a composed and a decomposed é or ǰ, and the Kelvin sign and k.
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['\u212aim@example.com', 'kim@example.com'],
  ['J\u030c@example.com', '\u01f0@example.com'],
  // Before the @, letters outside ASCII keep their case, width and form, because they may belong to different mailboxes.
  ['JOS\u00c9@example.com', 'jos\u00c9@example.com'],
  ['\u0131rfan@example.com', '\u0131rfan@example.com'],
  ['gro\u00df@example.com', 'gro\u00df@example.com'],
  ['\uff41sha@example.com', '\uff41sha@example.com'],
  ['\u0430sha@example.com', '\u0430sha@example.com'],
])('the email address %j is compared in its canonical form %j', (typed, key) => {
  expect(addressKey(typed)).toBe(key);
  expect(addressKey(key)).toBe(key);
});

test.each([
  '',
  '@example.com',
  'asha@',
  'asha@example',
  'asha@ex_ample.com',
  `asha@${'x'.repeat(64)}.com`,
  'asha@example.com, ravi@example.com',
  'asha@example.com\r\nBcc: ravi@example.com',
  'asha @example.com',
  'as\u00a0ha@example.com',
  'asha@exämple.com/path',
  'asha@ex%61mple.ä.com',
  'asha@ä\uff0fb.com',
  'asha@127.0.0.1',
  'asha@home.123',
  'as"ha@example.com',
  '"asha"@example.com',
  'asha\u037eb@example.com',
  'asha\r\n@example.com',
  'asha\u0085@example.com',
  'a\u202esha@example.com',
  '\u200basha@example.com',
  'asha\u3164@example.com',
  'asha\u{e0041}@example.com',
  'a\ud800@example.com',
  `${'a'.repeat(243)}@example.com`,
  `${'क'.repeat(81)}@example.com`,
])('[V1.3.11] the text %j is refused as an email address', (typed) => {
  expect(addressKey(typed)).toBeUndefined();
});

test('an email address needs SMTPUTF8 only if the part before the @ has characters outside ASCII', () => {
  const needs = ['josé@example.com', 'jose@exämple.com', 'jose@example.com'].map(needsSmtpUtf8);
  expect(needs).toEqual([true, false, false]);
});
