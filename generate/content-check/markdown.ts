import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { type Article, readAll, readDocument, readPost } from '../markdown/read-markdown.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { leadsNowhere } from './words.ts';

const FEWEST_WORDS = 500;

type Checked = {
  readonly mistakes: readonly string[];
  /** The paths of all posts and documents. */
  readonly paths: readonly string[];
};

/** Reads every post and document below `root` as the page build does, and checks that their links lead to existing targets. */
export function checkMarkdown(root: string, otherPaths: readonly string[]): Checked {
  const mistakes: string[] = [];
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      mistakes.push(...String(error instanceof Error ? error.message : error).split('\n'));
      return otherwise;
    }
  };

  const posts = attempt(() => readAll('posts', root, readPost), []);
  const documents = attempt(() => readAll('documents', root, readDocument), []);
  const paths = [...posts, ...documents].map(({ attributes }) => attributes.path);
  // Links are checked only if every file could be read: otherwise links to an unreadable file would be reported too.
  const known = mistakes.length === 0 ? new Set<string>([...otherPaths, ...paths]) : undefined;

  for (const { file, attributes } of posts)
    if (attributes.words < FEWEST_WORDS)
      mistakes.push(`${file}: has ${attributes.words} words without its code, and needs ${FEWEST_WORDS}.`);
  for (const { file, attributes } of documents)
    if (SITE_PAGES.some(({ path }) => path === attributes.path))
      mistakes.push(`${file}: ${attributes.path} is a page of content/pages.ts already.`);
  if (posts.length > 0 && !otherPaths.includes(PAGES.blog))
    mistakes.push(
      `content/pages.ts: has no page “${PAGES.blog}”, which the posts of content/posts are listed on.`,
    );
  for (const article of [...posts, ...documents])
    mistakes.push(...attempt(() => wrongLinks(article, known), []));
  return { mistakes, paths };
}

function wrongLinks(
  { file, body }: Pick<Article<unknown>, 'file' | 'body'>,
  known: ReadonlySet<string> | undefined,
): readonly string[] {
  const { links, ids } = renderMarkdown(file, body);
  const places = new Set(ids.map((id) => `#${id}`));
  return links
    .filter((link) =>
      link.startsWith('#')
        ? !places.has(decodeURIComponent(link))
        : known !== undefined && leadsNowhere(link, known),
    )
    .map((link) => `${file}: the link to ${link} leads nowhere.`);
}
