import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { PASSWORD } from './account.ts';

/**
 * Turns on the second step of the account that a page is signed in to, without the screens. Returns the recovery codes.
 *
 * @param code a recovery code, when a passkey already protects the account
 */
export async function turnOnSecondStep(
  { request }: Pick<Page, 'request'>,
  code?: string,
): Promise<readonly string[]> {
  const { origin } = new URL((await request.get(ACCOUNT_API.session)).url());
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data, headers: { origin } });
    expect(answer.status(), path).toBe(200);
    return answer.json();
  };
  await post(ACCOUNT_API.proof, { password: PASSWORD, code });
  const { uri } = await post(SECOND_STEP_API.begin, {});
  const app = new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' });
  return (await post(SECOND_STEP_API.confirm, { code: app.generate() })).codes;
}
