import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readDocument, readPost } from './read-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OURS = /\/(content\/(posts|documents)\/[^/]+\.md)$/;

/**
 * Turns each Markdown file of `content/posts` and `content/documents` into a module with separate exports `attributes`, `html` and
 * `headings`, so that a bundle includes only what it uses. A mistake in a file ends the build with an error message.
 */
export function markdownModules(): Plugin {
  return {
    name: 'markdown-modules',
    load: {
      filter: { id: OURS },
      handler(id) {
        const [, file = '', folder] = OURS.exec(id) ?? [];
        const source = readFileSync(join(ROOT, file), 'utf8');
        const { attributes, body } = folder === 'posts' ? readPost(file, source) : readDocument(file, source);
        const { html, headings } = renderMarkdown(file, body);
        const code = Object.entries({ attributes, html, headings })
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n');
        return { code, moduleType: 'js', moduleSideEffects: false, map: null };
      },
    },
  };
}
