import type { PromptResult } from '#web/api/call-api.ts';

type Calls = typeof import('./passkey-calls.ts');

/** Runs one of the passkey calls, whose code is loaded when it is first needed. Never throws. */
export async function passkeyCall<T>(
  call: (calls: Calls) => Promise<PromptResult<T>>,
): Promise<PromptResult<T>> {
  try {
    return await call(await import('./passkey-calls.ts'));
  } catch {
    // The script with the calls could not be loaded.
    return { kind: 'offline' };
  }
}
