/** Asks whether the page may be left; undefined while there is nothing to lose. */
let guard: (() => Promise<boolean>) | undefined;

/** @returns removes the guard */
export function setLeaveGuard(ask: () => Promise<boolean>): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** Await this before anything that ends in another page. */
export async function mayLeave(): Promise<boolean> {
  return guard === undefined || guard();
}
