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

test.each([...SITE_PAGES.map(({ path }) => path), PAGES.auth])(
  'a link to the page %s, which exists, is rendered',
  (path) => {
    expect(shown(path)).toContain(`href="${path}"`);
  },
);

test('a link to a removed page is not rendered', () => {
  expect(shown('/moon')).toBe('');
});
