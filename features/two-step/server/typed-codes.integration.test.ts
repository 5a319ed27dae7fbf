import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { newOperator } from '#server/testing/operators.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE } from '#server/testing/second-step.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { totpOf } from './totp.ts';

const app = await openTestApp();

/** As it is pasted: in full-width digits, with a blank. How else a code may be written: `contract/code.test.ts`. */
const typed = (code: string) =>
  ` ${code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))} `;

test('a code that is typed in other digits turns the second step on, signs in, proves and opens the console', async () => {
  const { browser, email } = await signedInPerson(app);
  await browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  const { secret } = (await browser.post(SECOND_STEP_API.begin)).json;
  const code = () => typed(totpOf(secret).generate({ timestamp: app.deps.clock().getTime() }));
  expect((await browser.post(SECOND_STEP_API.confirm, { code: code() })).status).toBe(200);

  app.advance(2 * HALF_MINUTE);
  const elsewhere = app.browser();
  await elsewhere.post(ACCOUNT_API.signIn, { email, password: PASSWORD });
  expect((await elsewhere.post(SECOND_STEP_API.signIn, { code: code(), trust: false })).status).toBe(200);
  app.advance(2 * HALF_MINUTE);
  expect((await elsewhere.post(ACCOUNT_API.proof, { password: PASSWORD, code: code() })).status).toBe(200);

  const operator = await newOperator(app, 'owner');
  const { proof_password = '', proof_code = '' } = operator.proof();
  const entered = await operator.send(CONSOLE.enter, { proof_password, proof_code: typed(proof_code) });
  expect(entered.status).toBe(303);
});
