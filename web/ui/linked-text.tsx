import { createElement, Fragment } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { hasPage, Link } from './link.tsx';

/** Texts name pages with these words. `LinkedText` makes them links. */
const NAMED: Readonly<Record<string, string>> = {
  'contact page': PAGES.contact,
  'privacy page': PAGES.privacy,
  'cookie policy': PAGES.cookiePolicy,
  'licence page': PAGES.license,
  '“Your rights”': PAGES.rights,
  '“Your data”': PAGES.yourData,
};
const NAMES = new RegExp(`(${Object.keys(NAMED).join('|')})`);

export function LinkedText({ text }: { readonly text: string }) {
  return createElement(Fragment, null, ...text.split(NAMES).map(linked));
}

function linked(part: string) {
  const to = NAMED[part];
  return to !== undefined && hasPage(to) ? createElement(Link, { className: 'text-link', to }, part) : part;
}
