/** Asks whether the page may be left; undefined while there is nothing to lose. */
let guard: (() => Promise<boolean>) | undefined;

/** @returns removes it */
export function setLeaveGuard(ask: () => Promise<boolean>): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** To be awaited before something that ends in another page. */
export async function mayLeave(): Promise<boolean> {
  return guard === undefined || guard();
}
