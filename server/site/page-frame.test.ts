import { expect, test } from 'vitest';
import { html } from '#server/html/html.ts';
import { prefersPage } from '#server/http/body.ts';
import { createPageFrame } from './page-frame.ts';
import { siteFile } from './site.ts';

const siteWith = (built: string) => ({
  notFound: siteFile({ isPage: true, headers: {}, plain: Buffer.from(built) }),
});

const BUILT = `<!DOCTYPE html><html lang="en"><head><script>theme()</script><title>Page not found</title>
<meta name="description" content="Nothing here"/><meta name="robots" content="noindex"/>
<link rel="modulepreload-later" href="/assets/a.js"/><link rel="stylesheet" href="/assets/app.css"/></head>
<body><header>Menu</header><main id="content" class="grow"><p>Oops</p></main><footer>End</footer>
<script type="module">import "/assets/a.js"</script></body></html>`;

test('a page made by the server has the header and footer of a built page, but not its content, scripts or description', () => {
  const page = createPageFrame(siteWith(BUILT))('Not sent yet', html`<p>Please</p>`);
  expect(page.replace(/\n/g, '')).toBe(
    '<!DOCTYPE html><html lang="en"><head><title>Not sent yet</title><meta name="robots" content="noindex"/>' +
      '<link rel="stylesheet" href="/assets/app.css"/></head><body><header>Menu</header>' +
      '<main id="content" class="grow"><p>Please</p></main><footer>End</footer></body></html>',
  );
});

test('a page made by the server has its content unchanged and its title escaped, even with replacement patterns ($&)', () => {
  const page = createPageFrame(siteWith(BUILT))('$& </title>', html`<p>$1 $& </p>`);
  expect(page).toContain('<title>$&amp; &lt;/title&gt;</title>');
  expect(page).toContain('<p>$1 $& </p></main>');
});

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/html;q=0.5, application/json', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['Text/HTML ; Q=0.9, application/json;q=0.8', true],
  [';;,,=', false],
])('a request with Accept: %s prefers an HTML page: %s', (accept, isPage) => {
  expect(prefersPage(accept)).toBe(isPage);
});
