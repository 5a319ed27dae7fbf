for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const toUndo: (() => void)[] = [];
process.once('exit', () => {
  for (const work of toUndo) work();
});

/**
 * Runs `work` when this process ends, also after Ctrl-C.
 *
 * @param work synchronous; never throws; does no harm if its cleanup was done before
 */
export function undoneAtExit(work: () => void): void {
  toUndo.push(work);
}
