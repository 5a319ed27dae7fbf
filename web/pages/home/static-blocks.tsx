import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { loadDocument } from '#web/shell/opening.ts';
import { AS_WRITTEN, useAsWritten } from '#web/ui/as-written.ts';
import { pathToFollow } from './path-to-follow.ts';

const PrerenderedBlocks = import.meta.env.SSR ? (await import('./home-blocks.tsx')).HomeBlocks : undefined;

let loadedBlocks: ComponentType | undefined;

async function loadBlocks(): Promise<{ default: ComponentType }> {
  const { HomeBlocks } = await import('./home-blocks.tsx');
  loadedBlocks = HomeBlocks;
  return { default: HomeBlocks };
}

const LazyBlocks = lazy(() => loadBlocks().catch(() => ({ default: LoadedAgain })));

/** Loads the document again when loading the code fails, as in a tab that is older than the newest build. */
function LoadedAgain() {
  useEffect(() => void loadDocument(location.origin + location.pathname), []);
  return BLANK;
}

/** As high as the screen, so that what follows the blocks stays below it while they load. */
const BLANK = <div className="min-h-screen" />;

/**
 * `HomeBlocks`, whose code is larger than the rest of the home screen's script. On the first page load their prerendered
 * HTML is not hydrated. Their code is loaded when the visitor leaves the screen, for a return to it (record 0055).
 */
export function StaticBlocks() {
  const asWritten = useAsWritten();
  const element = useFollowedLinks();

  useEffect(() => () => void loadBlocks().catch(() => {}), []);

  if (PrerenderedBlocks !== undefined) {
    return (
      <div>
        <PrerenderedBlocks />
      </div>
    );
  }
  if (asWritten) return <div ref={element} {...AS_WRITTEN} />;
  const Blocks = loadedBlocks ?? LazyBlocks;
  return (
    <Suspense fallback={BLANK}>
      <Blocks />
    </Suspense>
  );
}

/** Opens links in the unhydrated HTML by the router instead of loading a new document. */
function useFollowedLinks() {
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const place = element.current;
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event);
      if (path === undefined) return;
      event.preventDefault();
      void navigate(path);
    };
    place?.addEventListener('click', follow);
    return () => place?.removeEventListener('click', follow);
  }, [navigate]);
  return element;
}
