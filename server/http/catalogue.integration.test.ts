import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { needsSmtpUtf8 } from '#contract/address.ts';
import { AGE_API } from '#contract/age.ts';
import { SCHEMA_ERRORS } from '#contract/errors.ts';
import { FIELD_ERRORS } from '#contract/field-errors.ts';
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH, PROFILE_NAME_MAX } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openTestApp } from '#server/testing/test-app.ts';

const OWN = newAddress();
const long = (length: number) => 'x'.repeat(length + 1);

/** A request that causes each message: its path, and the fields of its body that are wrong. */
const FIELD_WAYS: Partial<
  Record<keyof typeof FIELD_ERRORS | keyof typeof SCHEMA_ERRORS, readonly [string, object]>
> = {
  EMAIL_MISSING: [ACCOUNT_API.signUp, { email: undefined }],
  EMAIL_MALFORMED: [ACCOUNT_API.signUp, { email: 'asha' }],
  PASSWORD_MISSING: [ACCOUNT_API.signIn, { password: '' }],
  TOO_SHORT: [ACCOUNT_API.signUp, { password: 'short' }],
  NAME_MISSING: [PRODUCT_API.saveUser, { name: ' ' }],
  BIRTH_DATE_MISSING: [AGE_API, { birthDate: '' }],
  DATE_NOT_VALID: [PRODUCT_API.saveUser, { dob: '1899-12-31' }],
  EMAIL_NOT_MAILABLE: [ACCOUNT_API.signUp, { email: 'josé@example.com' }],
  EMAIL_TOO_LONG: [ACCOUNT_API.signUp, { email: `${long(EMAIL_MAX_LENGTH)}@example.com` }],
  PASSWORD_TOO_LONG: [ACCOUNT_API.signIn, { password: long(PASSWORD_MAX_LENGTH) }],
  NEW_PASSWORD_MISSING: [ACCOUNT_API.signUp, { password: undefined }],
  PASSWORD_COMMON: [ACCOUNT_API.signUp, { password: 'Password1' }],
  NEW_PASSWORD_TOO_LONG: [ACCOUNT_API.signUp, { password: long(PASSWORD_MAX_LENGTH) }],
  LINK_NOT_COMPLETE: [ACCOUNT_API.verify, { token: '' }],
  NOT_A_BOOLEAN: [ACCOUNT_API.signIn, { rememberDevice: 'yes' }],
  NAME_NOT_TYPED: [ACCOUNT_API.deletionProof, { password: PASSWORD }],
  NOT_A_TEXT: [PRODUCT_API.saveUser, { about: 7 }],
  TOO_LONG: [PRODUCT_API.saveUser, { name: long(PROFILE_NAME_MAX) }],
  NOT_STORABLE: [PRODUCT_API.saveUser, { about: 'a\u0000b' }],
  NOT_AN_ID: [PASSKEY_API.remove, { id: '\0' }],
  PASSKEY_NAME_MISSING: [PASSKEY_API.rename, { id: 'x', name: '\u200b' }],
  CODE_MISSING: [SECOND_STEP_API.signIn, { code: '', trust: false }],
  NOT_A_DATE: [PRODUCT_API.saveUser, { dob: 'in spring' }],
  DATE_TOO_YOUNG: [PRODUCT_API.saveUser, { dob: '2020-02-29' }],
  ADDRESS_IS_YOURS: [ADDRESS_CHANGE_API.ask, { email: OWN }],
};

test('the server sends each error message for a form field in answer to some request', async () => {
  const env = { REFUSE_COMMON_PASSWORDS: 'on', MINIMUM_AGE: '18' };
  const site = await openTestApp(env, { takesAddress: async (address) => !needsSmtpUtf8(address) });
  const { browser } = await signedInPerson(site, OWN);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const sentences = { ...FIELD_ERRORS, ...SCHEMA_ERRORS };
  const answered = [];
  for (const [name, [path, body]] of Object.entries(FIELD_WAYS)) {
    const { json } = await browser.post(path, { email: 'asha@example.com', password: PASSWORD, ...body });
    const sentence = filled(sentences[name as keyof typeof sentences], {
      age: 18,
      min: 6,
      max: path === PRODUCT_API.saveUser ? PROFILE_NAME_MAX : PASSWORD_MAX_LENGTH,
    });
    expect(json.fields, name).toEqual([expect.objectContaining({ message: sentence })]);
    answered.push(name);
  }
  // In a fork without some feature, the messages about its fields cannot be caused. So the messages are counted only if no
  // feature is missing.
  const { without = [] } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (without.length === 0) expect(answered).toHaveLength(Object.keys(sentences).length);
});
