import { useRef, useState } from 'react';

/** Runs one task at a time. While a task runs, `run` starts nothing and resolves with undefined. `busy` names the running task. */
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

/** A ref that focuses its element. It is in this file because most pages load the file already. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
