import type { Page } from '@playwright/test';

declare global {
  interface Window {
    announcements?: string[];
  }
}

/**
 * Records the texts that a screen reader says without a request of the person: each new text of a live region, and the name and
 * the description of each element that gets the focus. The returned function returns the texts since its last call.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(observe);
  return () => page.evaluate(() => window.announcements?.splice(0) ?? []);
}

/** Runs in the page. */
function observe(): void {
  const said: string[] = [];
  window.announcements = said;
  const LIVE = '[role="alert"], [role="status"], [aria-live="polite"]';
  const known = new Map<Element, string>();
  const wordsOf = (element: Element | null) => element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  const lookAtRegions = () => {
    for (const region of document.querySelectorAll(LIVE)) {
      const words = wordsOf(region);
      if (words !== '' && words !== known.get(region)) said.push(words);
      known.set(region, words);
    }
  };
  lookAtRegions();
  said.length = 0;
  const everything = { subtree: true, childList: true, characterData: true };
  new MutationObserver(lookAtRegions).observe(document, everything);
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [target];
    const ids = target.getAttribute('aria-describedby')?.split(' ') ?? [];
    const parts = [...labels, ...ids.map((id) => document.getElementById(id))].map(wordsOf);
    said.push(parts.filter((words) => words !== '').join(' '));
  });
}
