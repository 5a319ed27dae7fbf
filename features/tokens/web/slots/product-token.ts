import type { TokenAnswer } from '#features/accounts/bodies.ts';
import { AUTH_API } from '#features/tokens/contract.ts';
import { type CallResult, getAnswer } from '#web/api/call-api.ts';

export default function askForToken(): Promise<CallResult<TokenAnswer>> {
  return getAnswer(AUTH_API.token);
}
