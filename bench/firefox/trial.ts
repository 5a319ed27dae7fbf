import type { Firefox } from '../support/firefox.ts';
import { waitFor } from '../support/wait.ts';

/** What each part of `bench/firefox.ts` is given. */
export type Trial = {
  readonly origin: string;
  /** Adds a line to the table; it failed when there are problems. */
  readonly note: (what: string, problems: readonly string[], seen?: string) => void;
};

/**
 * Firefox keeps fonts from page to page, and then warns that their preload was not used. Of the first page that it opens
 * this would be a fault.
 */
const FONTS_FROM_PAGE_BEFORE = /^DOM: .*\.woff2” preloaded with link preload was not used/;

export const withoutKnownLines = (lines: readonly string[]) =>
  lines.filter((line) => !FONTS_FROM_PAGE_BEFORE.test(line));

/** The guard starts once a page is idle, and is there when it blocks a key. Pages of small windows have none. */
export async function openAtRest(firefox: Firefox, url: string): Promise<void> {
  await firefox.open(url);
  await waitFor(`${url} is at rest`, 30_000, async () => {
    const isGuarded = await firefox.inPage(
      () =>
        document.querySelector('header') === null ||
        !document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F12', cancelable: true })),
    );
    return isGuarded === true;
  });
}
