import type { PromptResult } from '#web/api/call-api.ts';

type Calls = typeof import('./passkey-calls.ts');

/** Makes one of the calls, whose code is loaded when it is needed. Never throws. */
export async function passkeyCall<T>(
  call: (calls: Calls) => Promise<PromptResult<T>>,
): Promise<PromptResult<T>> {
  try {
    return await call(await import('./passkey-calls.ts'));
  } catch {
    // The script did not arrive.
    return { kind: 'offline' };
  }
}
