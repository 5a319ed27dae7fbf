import type { AcceptedAnswer } from '#contract/messages.ts';
import { readSecurity } from '#features/accounts/web/security/prove-calls.ts';
import type { Security } from '#features/accounts/web/security/second-steps.ts';
import type { YourDataAnswer } from '#features/your-data/bodies.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

export type YourData = YourDataAnswer['data'] & { readonly security: Security };

/** What is kept, and the methods by which the owner can prove their identity. */
export async function readYourData(): Promise<CallResult<{ readonly data: YourData }>> {
  const [kept, ways] = await Promise.all([callAccount<YourDataAnswer>(YOUR_DATA_API.data), readSecurity()]);
  if (kept.kind !== 'ok') return kept;
  if (ways.kind !== 'ok') return ways;
  return { kind: 'ok', data: { data: { ...kept.data.data, security: ways.data.data } } };
}

/** Leaves the launch list, or erases a message, for good. */
export function withdraw(id: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(YOUR_DATA_API.withdraw, { method: 'POST', body: { id } });
}

export function forgetBrowser(): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(YOUR_DATA_API.forgetBrowser, { method: 'POST', body: {} });
}
