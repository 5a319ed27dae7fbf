import { type ComponentType, lazy } from 'react';
import { KeptHtml } from './kept-html.tsx';

/** A page opened by the router waits for this picture. If the picture does not load, the page opens without it. */
const Picture = import.meta.env.SSR
  ? (await import('./dawn-picture.tsx')).default
  : lazy<ComponentType>(() => import('./dawn-picture.tsx').catch(() => ({ default: () => null })));

/** A decorative river at dawn. */
export function DawnScene() {
  return (
    <KeptHtml className="scene" aria-hidden="true">
      <Picture />
    </KeptHtml>
  );
}
