import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SITE_PAGES } from '#content/pages.ts';
import { PAGES } from '#contract/paths.ts';
import { PageLink } from './page-link.tsx';

const shown = (to: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PageLink to={to}>there</PageLink>
    </MemoryRouter>,
  );

test.each([...SITE_PAGES.map(({ path }) => path), PAGES.auth])('leads to %s', (path) => {
  expect(shown(path)).toContain(`href="${path}"`);
});

test('a page that was taken out has no links', () => {
  expect(shown('/moon')).toBe('');
});
