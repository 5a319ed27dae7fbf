import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import pagesStylesheet from '#web/styles/pages.css?url';
import { linkedPage } from './linked-page.ts';

/** A pointer that only passes over a link asks for nothing. */
const MEANT_AFTER_MS = 60;

/**
 * Fetches what the page behind a link needs as soon as somebody points at the link, focuses it or puts a finger on it, so
 * that nothing is left to fetch when it is followed. One place for all links, also for those that React does not know:
 * text that was Markdown, and static blocks (record 0055). Not for who asked their browser to save data.
 */
export function PrefetchPages() {
  const [pages, setPages] = useState<readonly string[]>([]);

  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    let timer: ReturnType<typeof setTimeout>;
    const notice = (event: Event) => {
      clearTimeout(timer);
      const page = linkedPage(event.target);
      if (page === undefined) return;
      const fetchIt = () => setPages((known) => (known.includes(page) ? known : [...known, page]));
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

  if (pages.length === 0) return null;
  return (
    <>
      {/* Not among what the router knows of a page, see `Styles` in root.tsx. Most links lead to a page that needs it. */}
      <link rel="prefetch" as="style" href={pagesStylesheet} />
      {pages.map((page) => (
        <PrefetchPageLinks key={page} page={page} />
      ))}
    </>
  );
}
