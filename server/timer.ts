/** Calls back once after `ms`, unless the returned function is called first. Must not keep the process alive. */
export type SetTimer = (ms: number, callback: () => void) => () => void;

/** The real one. */
export const setUnrefTimer: SetTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};
