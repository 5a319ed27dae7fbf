import { whenIdle } from './when-idle.ts';

type Stop = () => void;

/** Runs the start function that `load` resolves with. Returns a function that stops it. If loading fails, nothing starts. */
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

/** Does the same as `startLoaded`, but only once the page is idle. @public */
export function startWhenIdle(load: () => Promise<() => Stop>): Stop {
  let stop: Stop | undefined;
  const cancel = whenIdle(() => {
    stop = startLoaded(load);
  });
  return () => {
    cancel();
    stop?.();
  };
}
