/**
 * Lets so many works be under way at a time; the others wait, and are begun in the order they came. Each gives what its
 * work gives, or rejects as that does.
 */
export function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn goes from hand to hand, so that nobody who comes just then gets in between.
      if (next === undefined) free++;
      else next();
    }
  };
}
