import { type ComponentType, lazy } from 'react';
import { AS_WRITTEN, useAsWritten } from './use-hydrated.ts';

const Prerendered = import.meta.env.SSR ? (await import('./dawn-picture.tsx')).default : undefined;
/** A page opened by the router waits for this picture. If the picture does not load, the page opens without it. */
const LazyPicture = lazy<ComponentType>(() =>
  import('./dawn-picture.tsx').catch(() => ({ default: () => null })),
);
const SCENE = { className: 'scene', 'aria-hidden': true } as const;

/** A decorative river at dawn. On the first page load the prerendered HTML is kept, and the picture's code is not loaded. */
export function DawnScene() {
  const asWritten = useAsWritten();
  if (!Prerendered && asWritten) return <div {...SCENE} {...AS_WRITTEN} />;
  return <div {...SCENE}>{Prerendered ? <Prerendered /> : <LazyPicture />}</div>;
}
