/** A channel to the other tabs; undefined if unsupported. Firefox throws if cookies are blocked. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Runs the work while no other tab does; without locks, at once. Firefox refuses locks if cookies are blocked. Rejects as the work does,
 * and when the page is left before its turn.
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
