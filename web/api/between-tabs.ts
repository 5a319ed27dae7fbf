/** A channel to the other tabs; undefined where there is none. Firefox throws where cookies are blocked. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Runs the work while no other tab does it; alone where there are no locks. Firefox refuses them where cookies are
 * blocked. Rejects as the work does, and when the page is left before its turn.
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
