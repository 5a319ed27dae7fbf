import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { pathToFollow } from './path-to-follow.ts';

const PrerenderedBlocks = import.meta.env.SSR ? (await import('./home-blocks.tsx')).HomeBlocks : undefined;

let loadedBlocks: ComponentType | undefined;

async function loadBlocks(): Promise<{ default: ComponentType }> {
  const { HomeBlocks } = await import('./home-blocks.tsx');
  loadedBlocks = HomeBlocks;
  return { default: HomeBlocks };
}

const LazyBlocks = lazy(() => loadBlocks().catch(() => ({ default: LoadedAgain })));

/**
 * In place of blocks whose code did not arrive, as in a tab that is older than the newest build: the document has them,
 * so it is loaded again, as the router does for a page's code.
 */
function LoadedAgain() {
  useEffect(() => location.reload(), []);
  return BLANK;
}

/** High enough that what comes after the blocks is not seen before them. */
const BLANK = <div className="min-h-screen" />;

/** Tells React to leave the element's children alone; what it says they are is never looked at. */
const AS_WRITTEN = { __html: '' };

/**
 * `HomeBlocks`, whose words and drawings would weigh more than the rest of the home screen's script. On the first visit
 * they stay as they were prerendered; their code is fetched on the way out, for a return to this screen.
 */
export function StaticBlocks() {
  const hydrated = useHydrated();
  const [asWritten] = useState(!hydrated);
  const element = useFollowedLinks();

  useEffect(() => () => void loadBlocks().catch(() => {}), []);

  if (PrerenderedBlocks !== undefined) {
    return (
      <div>
        <PrerenderedBlocks />
      </div>
    );
  }
  if (asWritten) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, see AS_WRITTEN.
      <div ref={element} suppressHydrationWarning dangerouslySetInnerHTML={AS_WRITTEN} />
    );
  }
  const Blocks = loadedBlocks ?? LazyBlocks;
  return (
    <Suspense fallback={BLANK}>
      <Blocks />
    </Suspense>
  );
}

/** Links that React does not know are opened by the router, too, and not by loading a new document. */
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
