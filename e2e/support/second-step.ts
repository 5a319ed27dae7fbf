import type { Page } from '@playwright/test';
import { ACCOUNT_API } from '#contract/paths.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { totpOf } from '#features/two-step/server/totp.ts';
import { PASSWORD, post } from './account.ts';

/**
 * Turns on the second step of the account that a page is signed in to, without the screens. Returns the recovery codes.
 *
 * @param code a recovery code, when a passkey already protects the account
 */
export async function turnOnSecondStep(
  { request }: Pick<Page, 'request'>,
  code?: string,
): Promise<readonly string[]> {
  await post(request, ACCOUNT_API.proof, { password: PASSWORD, code });
  const { secret } = await post(request, SECOND_STEP_API.begin, {});
  return (await post(request, SECOND_STEP_API.confirm, { code: totpOf(secret).generate() })).codes;
}
