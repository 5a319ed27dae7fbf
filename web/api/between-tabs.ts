/** Opens a channel to the other tabs; undefined if the browser refuses (Firefox does if cookies are blocked). */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` while no other tab runs work of the same name. Runs it at once if the browser refuses Web Locks (Firefox does if
 * cookies are blocked). Rejects if `work` fails, or if the page is left before `work` begins.
 */
export async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    await navigator.locks.request(name, begin);
  } catch (error) {
    const hasNoLocks = error instanceof TypeError || (error as Error).name === 'SecurityError';
    if (hasBegun || !hasNoLocks) throw error;
    await begin();
  }
}
