/** Opens a channel to the other tabs; undefined if the browser refuses (Firefox does if cookies are blocked). */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** Runs `work` alone among all tabs, or at once without Web Locks. Rejects if `work` fails, or if the page is left first. */
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
