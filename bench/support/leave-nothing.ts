const undo = new Set<() => void>();

process.once('exit', () => {
  for (const one of [...undo].reverse()) one();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/**
 * Has something undone when this process ends before it did so itself, also by Ctrl-C. Answers what takes it back.
 *
 * @param work must be done when it returns, and may not throw
 */
export function undoneAtExit(work: () => void): () => void {
  undo.add(work);
  return () => void undo.delete(work);
}
