import { type ComponentType, useEffect, useState } from 'react';

type LoadPart<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/**
 * Loads a part of a page when it is needed. Until then the page stays unchanged, while `lazy` would show nothing.
 *
 * @param load must be the same function at every render; undefined if there is no such part
 */
export function usePart<P>(load: LoadPart<P> | undefined, isNeeded: boolean) {
  const [Part, setPart] = useState<ComponentType<P>>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (!isNeeded || !load) return;
    let isOver = false;
    load().then(
      (module) => !isOver && setPart(() => module.default),
      (error: unknown) => !isOver && setFailure({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [load, isNeeded]);
  if (failure) throw failure.error;
  return Part;
}
