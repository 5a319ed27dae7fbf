import { type ComponentType, useEffect, useState } from 'react';

type LoadPart<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/**
 * Loads a part of a page when it is needed. Until then the page stays unchanged, while `lazy` would show nothing.
 *
 * @param load must be the same function at every render; undefined if there is no such part
 * @param onLost called if the part cannot be loaded; must make it unneeded. Without it, an error view replaces the page.
 */
export function usePart<P>(load: LoadPart<P> | undefined, isNeeded: boolean, onLost?: () => void) {
  const [Part, setPart] = useState<ComponentType<P>>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onLost` is a new function at each render.
  useEffect(() => {
    if (!isNeeded || !load) return;
    let isOver = false;
    const fail = (error: unknown) => (onLost ? onLost() : setFailure({ error }));
    load().then(
      (module) => !isOver && setPart(() => module.default),
      (error: unknown) => !isOver && fail(error),
    );
    return () => {
      isOver = true;
    };
  }, [load, isNeeded]);
  if (failure) throw failure.error;
  return Part;
}
