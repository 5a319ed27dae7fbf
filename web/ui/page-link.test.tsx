import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PAGES } from '#content/page-paths.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { PageLink } from './link.tsx';

const shown = (to: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PageLink to={to}>there</PageLink>
    </MemoryRouter>,
  );

test('a link to a page that exists is rendered, and a link to a removed page is not', () => {
  for (const path of [...SITE_PAGES.map(({ path }) => path), PAGES.auth, PAGES.cookiePolicy])
    expect(shown(path)).toContain(`href="${path}"`);
  expect(shown('/moon')).toBe('');
});
