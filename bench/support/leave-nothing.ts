for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const toUndo: (() => void)[] = [];
process.once('exit', () => {
  for (const work of toUndo) work();
});

/**
 * Runs `work` when this process ends, also after Ctrl-C.
 *
 * @param work must be synchronous, must not throw, and must accept that the cleanup is already done
 */
export function undoneAtExit(work: () => void): void {
  toUndo.push(work);
}
