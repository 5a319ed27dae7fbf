import { type ComponentType, lazy } from 'react';
import { AS_WRITTEN, useAsWritten } from './use-hydrated.ts';

const Prerendered = import.meta.env.SSR ? (await import('./dawn-picture.tsx')).default : undefined;
/** A page opened by the router waits for it. If a decoration cannot be loaded, that is no error. */
const LazyPicture = lazy<ComponentType>(() =>
  import('./dawn-picture.tsx').catch(() => ({ default: () => null })),
);
const SCENE = { className: 'scene', 'aria-hidden': true } as const;

/**
 * A river at dawn, or in the morning in the light theme. Fills its positioned parent. Decorative. On the first page the built HTML stays
 * and is not loaded again.
 */
export function DawnScene() {
  const asWritten = useAsWritten();
  if (!Prerendered && asWritten) return <div {...SCENE} {...AS_WRITTEN} />;
  return <div {...SCENE}>{Prerendered ? <Prerendered /> : <LazyPicture />}</div>;
}
