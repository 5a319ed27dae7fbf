/** A channel to the other tabs; undefined without support, and in Firefox also when cookies are blocked. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Runs the work while no other tab runs work of this name, or at once in a browser without locks (Firefox refuses them
 * when cookies are blocked). Rejects when the work fails, and when the page is left before its turn.
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
