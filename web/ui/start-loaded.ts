type Stop = () => void;

/**
 * Runs the start function that `load` resolves with. Returns a function that stops it, even before it has loaded. If loading fails,
 * for example in a tab opened before the newest build, nothing starts until the next page load.
 */
export function startLoaded(load: () => Promise<() => Stop>): Stop {
  let stop: Stop | undefined;
  let isOver = false;
  load().then(
    (start) => {
      if (!isOver) stop = start();
    },
    () => {},
  );
  return () => {
    isOver = true;
    stop?.();
  };
}
