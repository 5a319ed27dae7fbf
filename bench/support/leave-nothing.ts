for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const toUndo: (() => void)[] = [];
process.once('exit', () => {
  for (const work of toUndo) work();
});

/**
 * Has something undone when this process ends, also by Ctrl-C.
 *
 * @param work must be done when it returns, may not throw, and may have been done before
 */
export function undoneAtExit(work: () => void): void {
  toUndo.push(work);
}
