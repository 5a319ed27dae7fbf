const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work`, and aborts its `stopped` at Ctrl-C or another signal that would have ended the process. The process goes on, so
 * that `work` can clean up. A repeated signal does not end the process either, because npm repeats signals.
 */
export async function stoppable<T>(work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = (signal: string) => stopping.abort(new Error(`Stopped by ${signal}.`));
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
