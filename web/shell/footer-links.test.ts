import { expect, test } from 'vitest';
import type { DocumentPage } from '#content/markdown.ts';
import { LEGAL_LINKS } from '#content/navigation.ts';
import { FOOTER_GROUPS } from '#content/pages.ts';
import { hasPage } from '#web/ui/link.tsx';
import { footerLinks } from './footer-links.ts';

const cookies: DocumentPage = {
  slug: 'cookie-policy',
  path: '/cookie-policy',
  title: 'Cookie policy',
  description: 'What this site keeps in your browser.',
  updated: 'November 2024',
  menu: { group: 'Legal', label: 'Cookies' },
};
const license: DocumentPage = {
  ...cookies,
  path: '/license',
  menu: { group: FOOTER_GROUPS[0], label: 'License' },
};

const labels = (links: readonly { readonly label: string }[]) => links.map(({ label }) => label);

test('in each group of the footer, links to documents come after links to pages', () => {
  const { groups, legal } = footerLinks([cookies, license]);
  expect(labels(legal)).toEqual([...labels(LEGAL_LINKS.filter(({ to }) => hasPage(to))), 'Cookies']);
  expect(labels(groups[0]?.links ?? []).at(-1)).toBe('License');
});

test('the footer does not link to a removed document or to one without a menu entry', () => {
  const { menu: _, ...unlinked } = license;
  const { groups, legal } = footerLinks([unlinked]);
  const all = [...legal, ...groups.flatMap(({ links }) => links)].map(({ to }) => to);
  expect(all).not.toContain('/license');
  expect(all).not.toContain('/cookie-policy');
});
