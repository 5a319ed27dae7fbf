import { expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { newOperator } from '#server/testing/operators.ts';
import { PASSWORD, signedInPerson } from '#server/testing/people.ts';
import { HALF_MINUTE, withSecondStep } from '#server/testing/second-step.ts';
import { openSharedApp } from '#server/testing/test-app.ts';
import { totpOf } from './totp.ts';

const app = await openSharedApp();

const shifted = (code: string, zero: number) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
/** How a code of six digits is typed or pasted, on keyboards of several scripts. */
const WAYS: readonly [string, (code: string) => string][] = [
  ['with a blank', (code) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ['with a dot and a dash', (code) => `${code.slice(0, 2)}.${code.slice(2, 4)}–${code.slice(4)}`],
  ['in full-width digits', (code) => shifted(code, 0xff10)],
  ['in Arabic digits', (code) => shifted(code, 0x660)],
  ['in Devanagari digits', (code) => shifted(code, 0x966)],
  ['among marks that cannot be seen', (code) => `\u200e${code}\u200b`],
];
const NO_CODES = [
  '......',
  '١٢٣',
  '１２３４５６７',
  '\0\0\0\0\0\0',
  '\u{1d7ce}'.repeat(6),
  '🔑'.repeat(6),
  'é'.repeat(6),
];

test.each(WAYS)(
  'a code %s turns the second step on, signs in, proves and opens the console',
  async (_, typed) => {
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
  },
);

test('a recovery code counts in any letters and with anything between', async () => {
  const { browser, ...person } = await signedInPerson(app);
  const { recoveryCodes } = await withSecondStep(app, { browser });
  const typed = [
    recoveryCodes[0]?.toUpperCase().replaceAll('-', ' . '),
    recoveryCodes[1]?.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    recoveryCodes[2]?.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('-', '—'),
  ];
  for (const code of typed) {
    const elsewhere = app.browser();
    await elsewhere.post(ACCOUNT_API.signIn, { email: person.email, password: PASSWORD });
    expect((await elsewhere.post(SECOND_STEP_API.signIn, { code, trust: false })).status).toBe(200);
  }
});

test('nothing that is typed as a code is an error of ours', async () => {
  const begun = await signedInPerson(app);
  await begun.browser.post(ACCOUNT_API.proof, { password: PASSWORD });
  await begun.browser.post(SECOND_STEP_API.begin);
  const guarded = await signedInPerson(app);
  await withSecondStep(app, guarded);
  const operator = await newOperator(app, 'owner');
  for (const code of NO_CODES) {
    const answers = [
      await begun.browser.post(SECOND_STEP_API.confirm, { code }),
      await guarded.browser.post(ACCOUNT_API.proof, { password: PASSWORD, code }),
      await guarded.browser.post(SECOND_STEP_API.off, { code }),
      await guarded.browser.post(ACCOUNT_API.deletionProof, { name: 'x', password: PASSWORD, code }),
      await operator.send(CONSOLE.enter, { proof_password: PASSWORD, proof_code: code }),
    ];
    for (const { status } of answers)
      expect([code, [401, 403, 422, 429].includes(status)]).toEqual([code, true]);
  }
  expect(app.logLines().filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
