import type { PromptResult } from '#web/api/call-api.ts';

type Calls = typeof import('./passkey-calls.ts');

/** Runs one of the calls of `passkey-calls.ts`, whose code is loaded at the first use. Never throws. */
export async function passkeyCall<T>(
  call: (calls: Calls) => Promise<PromptResult<T>>,
): Promise<PromptResult<T>> {
  try {
    return await call(await import('./passkey-calls.ts'));
  } catch {
    return { kind: 'offline' };
  }
}
