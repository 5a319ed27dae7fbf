/**
 * Does what it is given one after the other, beginning after the event that gives it. What fails is left undone without
 * a word: for work that only makes something better that is there already.
 */
export function oneByOne(): (work: () => Promise<void>) => void {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last
      .then(() => new Promise<void>((next) => setImmediate(next)))
      .then(work)
      .catch(() => {});
  };
}
