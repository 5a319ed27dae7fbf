import { BRAND } from '#content/brand.ts';
import type { Post } from '#content/markdown.ts';
import { PAGES } from '#content/page-paths.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';

type Entry = { readonly post: Post; readonly html: string };

type FeedWords = { readonly title: string; readonly subtitle: string };

const NOTHING_YET = '2025-01-01';

/** The feed follows RFC 4287 and has the full text. Its addresses start with `ORIGIN_PLACEHOLDER`. */
export function atomFeed({ title, subtitle }: FeedWords, entries: readonly Entry[]): string {
  const blog = ORIGIN_PLACEHOLDER + PAGES.blog;
  const newest =
    entries
      .map(({ post }) => post.date)
      .sort()
      .at(-1) ?? NOTHING_YET;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${SITE_LANGUAGE}">
<id>${blog}</id>
<title>${escaped(title)}</title>
<subtitle>${escaped(subtitle)}</subtitle>
<link rel="self" type="application/atom+xml" href="${ORIGIN_PLACEHOLDER}${PAGES.blogFeed}"/>
<link rel="alternate" type="text/html" href="${blog}"/>
<updated>${sunriseOf(newest)}</updated>
<author><name>${escaped(BRAND.company)}</name></author>
${entries.map(entryXml).join('\n')}
</feed>
`;
}

function entryXml({ post, html }: Entry): string {
  const address = ORIGIN_PLACEHOLDER + post.path;
  const time = sunriseOf(post.date);
  return `<entry>
<id>${address}</id>
<title>${escaped(post.title)}</title>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${time}</published>
<updated>${time}</updated>
${post.author ? `<author><name>${escaped(post.author)}</name></author>\n` : ''}${post.tags.map((tag) => `<category term="${escaped(tag)}"/>`).join('')}
<summary>${escaped(post.summary)}</summary>
<content type="html">${escaped(withWholeAddresses(html, address))}</content>
</entry>`;
}

/** Atom needs a time, but a post only has a date. */
function sunriseOf(date: string): string {
  return `${date}T07:00:00+05:30`;
}

/** Feed readers show the text on another site, so links become absolute. */
function withWholeAddresses(html: string, address: string): string {
  return html
    .replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${ORIGIN_PLACEHOLDER}/`)
    .replace(/(\shref=")#/g, `$1${address}#`);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
