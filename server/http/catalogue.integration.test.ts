import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADDRESS_CHANGE_API } from '#contract/address-change-paths.ts';
import { AGE_API } from '#contract/age.ts';
import { ALL_ERRORS, FIELD_ERRORS, filled, SCHEMA_ERRORS } from '#contract/errors.ts';
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH, PROFILE_NAME_MAX } from '#contract/limits.ts';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#contract/second-step-paths.ts';
import { newAddress, PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { openOwnApp } from '#server/testing/test-app.ts';

const SERVER = join(import.meta.dirname, '..');

test('a code that the server never answers does not stay in the catalogue', () => {
  const sources = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !/\.test\.|^testing/.test(file))
    .map((file) => readFileSync(join(SERVER, file), 'utf8'));
  const unused = Object.keys(ALL_ERRORS).filter(
    (code) => !sources.some((text) => text.includes(`'${code}'`)),
  );
  expect(unused).toEqual([]);
});

/** The types hold this list together with the sentences: one that no field has cannot stay. */
type Refused = readonly [path: string, body: Readonly<Record<string, unknown>>];
const signUpWith = (body: Refused[1]): Refused => [
  ACCOUNT_API.signUp,
  { email: 'asha@example.com', password: PASSWORD, ...body },
];
const signInWith = (body: Refused[1]): Refused => [ACCOUNT_API.signIn, signUpWith(body)[1]];
const saveWith = (body: Refused[1]): Refused => [PRODUCT_API.saveUser, body];
const OWN = newAddress();
const long = (length: number) => 'x'.repeat(length + 1);

const FIELD_WAYS: Record<keyof typeof FIELD_ERRORS | keyof typeof SCHEMA_ERRORS, Refused> = {
  EMAIL_MISSING: signUpWith({ email: undefined }),
  EMAIL_MALFORMED: signUpWith({ email: 'asha' }),
  PASSWORD_MISSING: signInWith({ password: '' }),
  TOO_SHORT: signUpWith({ password: 'short' }),
  NAME_MISSING: saveWith({ name: ' ' }),
  BIRTH_DATE_MISSING: [AGE_API, { birthDate: '' }],
  DATE_NOT_VALID: saveWith({ dob: '1899-12-31' }),
  EMAIL_TOO_LONG: signUpWith({ email: `${long(EMAIL_MAX_LENGTH)}@example.com` }),
  PASSWORD_TOO_LONG: signInWith({ password: long(PASSWORD_MAX_LENGTH) }),
  NEW_PASSWORD_MISSING: signUpWith({ password: undefined }),
  PASSWORD_COMMON: signUpWith({ password: 'Password1' }),
  NEW_PASSWORD_TOO_LONG: signUpWith({ password: long(PASSWORD_MAX_LENGTH) }),
  LINK_NOT_COMPLETE: [ACCOUNT_API.verify, { token: '' }],
  NOT_A_BOOLEAN: signInWith({ rememberDevice: 'yes' }),
  NAME_NOT_TYPED: [ACCOUNT_API.deletionProof, { password: PASSWORD }],
  NOT_A_TEXT: saveWith({ about: 7 }),
  TOO_LONG: saveWith({ name: long(PROFILE_NAME_MAX) }),
  NOT_STORABLE: saveWith({ about: 'a\u0000b' }),
  CODE_MISSING: [SECOND_STEP_API.signIn, { code: '', trust: false }],
  NOT_A_DATE: saveWith({ dob: 'in spring' }),
  DATE_TOO_YOUNG: saveWith({ dob: '2020-02-29' }),
  ADDRESS_IS_YOURS: [ADDRESS_CHANGE_API.ask, { email: OWN }],
};

test('each sentence about a field is answered by the server', async () => {
  const { browser } = await signedInPerson(
    await openOwnApp({ REFUSE_COMMON_PASSWORDS: 'on', MINIMUM_AGE: '18' }),
    OWN,
  );
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const sentences = { ...FIELD_ERRORS, ...SCHEMA_ERRORS };
  const answered = [];
  for (const [name, [path, body]] of Object.entries(FIELD_WAYS)) {
    const { json } = await browser.post(path, body);
    const sentence = filled(sentences[name as keyof typeof sentences], {
      age: 18,
      min: 6,
      max: path === PRODUCT_API.saveUser ? PROFILE_NAME_MAX : PASSWORD_MAX_LENGTH,
    });
    expect(json.fields, name).toEqual([expect.objectContaining({ message: sentence })]);
    answered.push(name);
  }
  expect(answered).toHaveLength(Object.keys(sentences).length);
});
