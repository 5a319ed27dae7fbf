import type { PromptResult } from '#web/api/call-api.ts';

type Calls = typeof import('./passkey-calls.ts');

/** Never throws. Loads the code of the calls at the first use. */
export async function passkeyCall<T>(
  call: (calls: Calls) => Promise<PromptResult<T>>,
): Promise<PromptResult<T>> {
  try {
    return await call(await import('./passkey-calls.ts'));
  } catch {
    return { kind: 'offline' };
  }
}
