import { useEffect } from 'react';
import { linkedPage } from './linked-page.ts';
import { fetchPage } from './page-parts.ts';

/** A pointer that only passes over a link prefetches nothing. */
const MEANT_AFTER_MS = 60;

/**
 * Prefetches a page when the visitor points at a link to it, focuses it or touches it, unless the browser saves data. One
 * listener for all links, because those in Markdown text and static blocks are not React's (record 0055).
 */
export function usePrefetchedPages(): void {
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    let timer: ReturnType<typeof setTimeout>;
    const notice = (event: Event) => {
      clearTimeout(timer);
      const page = linkedPage(event.target);
      if (page === undefined) return;
      const fetchIt = () => void fetchPage(page, 'low').catch(() => {});
      if (event.type === 'pointerover') timer = setTimeout(fetchIt, MEANT_AFTER_MS);
      else fetchIt();
    };
    const ways = ['pointerover', 'pointerdown', 'focusin'] as const;
    for (const way of ways) document.addEventListener(way, notice, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const way of ways) document.removeEventListener(way, notice);
    };
  }, []);
}
