type Stop = () => void;

/**
 * Runs the start that `load` brings, and returns what stops it, also before it has come. Where loading fails, as in a tab that is
 * older than the newest build, nothing is started: the next page load tries again.
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
