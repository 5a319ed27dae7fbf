import { useRef, useState } from 'react';

/**
 * Runs one task at a time. A click while a task is running does nothing, even before React has rendered `busy`; `run`
 * then resolves with undefined. `busy` names the running task.
 */
export function useBusy<What = true>() {
  const [busy, setBusy] = useState<What | null>(null);
  const running = useRef(false);

  async function run<T>(what: What, work: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(what);
    try {
      return await work();
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  return { busy, run };
}

/** A `ref` that moves the focus to an element that replaces the focused one. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
