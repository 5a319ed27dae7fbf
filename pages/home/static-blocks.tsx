import { type ComponentType, lazy, useEffect } from 'react';
import { loadDocument } from '#web/shell/opening.ts';
import { KeptHtml } from '#web/ui/kept-html.tsx';

let loadedBlocks: ComponentType | undefined = import.meta.env.SSR
  ? (await import('./home-blocks.tsx')).HomeBlocks
  : undefined;

async function loadBlocks(): Promise<{ default: ComponentType }> {
  const { HomeBlocks } = await import('./home-blocks.tsx');
  loadedBlocks = HomeBlocks;
  return { default: HomeBlocks };
}

const LazyBlocks = lazy(() => loadBlocks().catch(() => ({ default: LoadedAgain })));

/** Reloads the page, because a tab opened before the newest build cannot load the code of the blocks. */
function LoadedAgain() {
  useEffect(() => void loadDocument(location.origin + location.pathname), []);
  return BLANK;
}

/** The placeholder is as high as the screen, so that the content after it is not seen yet. */
const BLANK = <div className="min-h-screen" />;

/**
 * The blocks of `home-blocks.tsx`. Their prerendered HTML is not hydrated on the first page load, because their code is
 * larger than the rest of the home screen's script. The code is loaded when the visitor leaves the home screen
 * (docs/decisions/0055).
 */
export function StaticBlocks() {
  useEffect(() => () => void loadBlocks().catch(() => {}), []);

  const Blocks = loadedBlocks ?? LazyBlocks;
  return (
    <KeptHtml fallback={BLANK}>
      <Blocks />
    </KeptHtml>
  );
}
