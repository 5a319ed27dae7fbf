import hljs from 'highlight.js/lib/common';
import { Marked, Renderer, type Tokens } from 'marked';
import type { Heading } from '#content/markdown.ts';
import { unescapeHtml } from '#server/html/html.ts';

export type Rendered = {
  readonly html: string;
  /** The second-level headings of the text, for the table of contents. */
  readonly headings: readonly Heading[];
  /** The ids of all headings, because links may point to them. */
  readonly ids: readonly string[];
  readonly links: readonly string[];
};

/** Matches HTML that the content security policy would block: scripts, frames, inline styles and event handlers. */
const FORBIDDEN_HTML = /<(?:script|style|iframe)\b|\s(?:style|on\w+)\s*=/i;

/**
 * Renders Markdown as the site shows it: headings with anchors, code coloured by classes, and tables and code blocks that
 * scroll and can be reached by keyboard.
 *
 * @throws Error with one sentence per line for the author
 */
export function renderMarkdown(file: string, body: string): Rendered {
  const mistakes: string[] = [];
  const headings: Heading[] = [];
  const links: string[] = [];
  const ids = new Set<string>();
  let depthBefore = 1;

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        if (depth === 1) mistakes.push(`${file}: “# ${text}” must be ##, the title is the first heading.`);
        else if (depth > depthBefore + 1)
          mistakes.push(`${file}: “${'#'.repeat(depth)} ${text}” must be ${'#'.repeat(depthBefore + 1)}.`);
        depthBefore = depth;
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = unusedId(plain, ids);
        if (depth === 2) headings.push({ id, text: unescapeHtml(plain) });
        return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },

      code({ text, lang = '' }: Tokens.Code) {
        const name = lang || 'text';
        const language = hljs.getLanguage(name);
        if (language === undefined) {
          mistakes.push(
            `${file}: \`\`\`${name} is a language that nobody can colour; \`\`\`text always works.`,
          );
          return '';
        }
        const code = withSpokenLanguages(hljs.highlight(text, { language: name }).value);
        const title = (language.name ?? name).split(',')[0] ?? name;
        return `<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="group" aria-label="Code: ${title}"><code>${code}</code></pre></figure>\n`;
      },

      table(token: Tokens.Table) {
        const columns = token.header.map(({ tokens }) =>
          this.parser.parseInline(tokens, this.parser.textRenderer),
        );
        const table = Renderer.prototype.table.call(this, token).replace(/<th(?=[ >])/g, '<th scope="col"');
        return `<div class="table-scroll" tabindex="0" role="group" aria-label="Table: ${columns.join(', ')}">${table}</div>\n`;
      },

      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (FORBIDDEN_HTML.test(text))
          mistakes.push(
            `${file}: ${text.trim().slice(0, 50)} cannot stay, the site allows no inline style or script.`,
          );
        return text;
      },
    },
    walkTokens(token) {
      if (token.type === 'link') links.push(token.href);
      if (token.type === 'image' && !token.text)
        mistakes.push(
          `${file}: the picture ${token.href} needs words in its [ ] for those who cannot see it.`,
        );
    },
  });

  const html = marked.parse(body, { async: false });
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return { html, headings, ids: [...ids], links };
}

/** Finds text in Indian writing systems inside code samples, because an author cannot mark its language there. */
const SPOKEN = [
  ['hi', /\p{Script=Devanagari}(?:[\p{scx=Devanagari} ]*\p{scx=Devanagari})?/gu],
  ['bn', /\p{Script=Bengali}(?:[\p{scx=Bengali} ]*\p{scx=Bengali})?/gu],
  ['ta', /\p{Script=Tamil}(?:[\p{scx=Tamil} ]*\p{scx=Tamil})?/gu],
] as const;

function withSpokenLanguages(code: string): string {
  return SPOKEN.reduce(
    (html, [language, words]) => html.replace(words, `<span lang="${language}">$&</span>`),
    code,
  );
}

function unusedId(heading: string, taken: Set<string>): string {
  const plain = unescapeHtml(heading)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\p{M}\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');
  const stem = plain || 'part';
  let id = stem;
  for (let count = 2; taken.has(id); count++) id = `${stem}-${count}`;
  taken.add(id);
  return id;
}
