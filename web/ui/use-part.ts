import { type ComponentType, useEffect, useState } from 'react';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { ACTION, toast } from './toasts.tsx';

type LoadPart<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/**
 * Loads a part of a page when it is needed. Until then the page stays unchanged, while `lazy` would show nothing. If the part
 * cannot be loaded, shows a toast.
 *
 * @param load must be the same function at every render; undefined if there is no such part
 * @param onLost called if the part cannot be loaded; must set `isNeeded` to false, so that a later need loads the part again
 */
export function usePart<P>(load: LoadPart<P> | undefined, isNeeded: boolean, onLost: () => void) {
  const [Part, setPart] = useState<ComponentType<P>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onLost` is a new function at each render.
  useEffect(() => {
    if (!isNeeded || !load) return;
    let isOver = false;
    load().then(
      (module) => !isOver && setPart(() => module.default),
      () => {
        if (isOver) return;
        toast.error(PAGE_ERRORS.OFFLINE, ACTION);
        onLost();
      },
    );
    return () => {
      isOver = true;
    };
  }, [load, isNeeded]);
  return Part;
}
