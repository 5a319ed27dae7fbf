import { expect, test } from 'vitest';
import type { DocumentPage } from '#content/markdown.ts';
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
  menu: { group: 'Resources', label: 'License' },
};

const labels = (links: readonly { readonly label: string }[]) => links.map(({ label }) => label);

test('documents follow the pages of their group', () => {
  const { groups, legal } = footerLinks([cookies, license]);
  // “Your rights” is between them if that page exists.
  expect(labels(legal).filter((label) => label !== 'Your rights')).toEqual(['Privacy', 'Terms', 'Cookies']);
  expect(labels(groups.find(({ title }) => title === 'Resources')?.links ?? []).at(-1)).toBe('License');
});

test('a removed document and one without a menu have no link', () => {
  const { menu: _, ...unlinked } = license;
  const { groups, legal } = footerLinks([unlinked]);
  const all = [...legal, ...groups.flatMap(({ links }) => links)].map(({ to }) => to);
  expect(all).not.toContain('/license');
  expect(all).not.toContain('/cookie-policy');
});
