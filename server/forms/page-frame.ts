import { SCRIPT_START } from '#contract/script-start.ts';
import { escapeHtml } from '#server/mail/escape.ts';
import type { Site } from '#server/site/site.ts';

/** A whole page with this title and this content, in HTML; the title is escaped here, the content is not. */
export type PageFrame = (title: string, main: string) => string;

const NOTHING_RUNS = new RegExp(`<script[\\s\\S]*?</script>|<link rel="${SCRIPT_START.relation}"[^>]*>`, 'g');
const OF_ANOTHER_PAGE = /<meta name="description"[^>]*>/;
const TITLE = /<title>[^<]*<\/title>/;
const MAIN = /(<main[^>]*>)[\s\S]*<\/main>/;

const BARE = '<!DOCTYPE html><html lang="en"><head><title></title></head><body><main></main></body></html>';

/**
 * The head, header and footer around every page, taken from the built "not found" page without its scripts, which
 * would put that page's own content back.
 */
export function createPageFrame({ notFound }: Pick<Site, 'notFound'>): PageFrame {
  let frame: string | undefined;
  return (title, main) => {
    frame ??= frameOf(notFound.plain.toString('utf8'));
    return frame
      .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
      .replace(MAIN, (_, open: string) => `${open}${main}</main>`);
  };
}

function frameOf(built: string): string {
  return (MAIN.test(built) ? built : BARE).replace(NOTHING_RUNS, '').replace(OF_ANOTHER_PAGE, '');
}
