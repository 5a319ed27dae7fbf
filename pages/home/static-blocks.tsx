import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { loadDocument } from '#web/shell/opening.ts';
import { AS_WRITTEN, useAsWritten } from '#web/ui/use-hydrated.ts';

const PrerenderedBlocks = import.meta.env.SSR ? (await import('./home-blocks.tsx')).HomeBlocks : undefined;

let loadedBlocks: ComponentType | undefined;

async function loadBlocks(): Promise<{ default: ComponentType }> {
  const { HomeBlocks } = await import('./home-blocks.tsx');
  loadedBlocks = HomeBlocks;
  return { default: HomeBlocks };
}

const LazyBlocks = lazy(() => loadBlocks().catch(() => ({ default: LoadedAgain })));

/** Reloads the document when the code of the blocks cannot be loaded, as in a tab opened before the newest build. */
function LoadedAgain() {
  useEffect(() => void loadDocument(location.origin + location.pathname), []);
  return BLANK;
}

/** A placeholder as high as the screen, so that the content after the blocks stays below the screen while they load. */
const BLANK = <div className="min-h-screen" />;

/**
 * `HomeBlocks`, whose code is larger than the rest of the home screen's script. On the first page load their prerendered HTML
 * is not hydrated. Their code is loaded when the visitor leaves the home screen, so that it is there when the visitor returns
 * (docs/decisions/0055).
 */
export function StaticBlocks() {
  const asWritten = useAsWritten();

  useEffect(() => () => void loadBlocks().catch(() => {}), []);

  if (PrerenderedBlocks !== undefined) {
    return (
      <div>
        <PrerenderedBlocks />
      </div>
    );
  }
  if (asWritten) return <div {...AS_WRITTEN} />;
  const Blocks = loadedBlocks ?? LazyBlocks;
  return (
    <Suspense fallback={BLANK}>
      <Blocks />
    </Suspense>
  );
}
