import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS, type PublicSettings } from '#contract/public-settings.ts';
import { loadSite } from './site.ts';

const form = (key: string) => `<form method="post" action="${pathFor(FORMS_API.submit, key)}"></form>`;
const OUR_OWN: PublicSettings = { ...DEFAULT_PUBLIC_SETTINGS, siteOrigin: 'https://site.test' };
const HOSTED: PublicSettings = {
  ...OUR_OWN,
  forms: { endpoint: 'https://forms.test/v1', contact: 'xyzabc', feedback: 'contact' },
};
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [name, content] of [
    ['index.html', '<a href="/contact">Contact</a>'],
    ['not-found/index.html', ''],
    ['contact/index.html', form('contact')],
    ['feedback/index.html', form('feedback')],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function pageWith(settings: PublicSettings, path: string) {
  const file = loadSite([folder], settings).files.get(path);
  const policy = file?.headers['content-security-policy'] ?? '';
  return {
    html: file?.plain.toString(),
    /** A directive's sources, by its name. */
    allowed: Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    ),
  };
}

describe('where a form is sent without JavaScript', () => {
  test('is this server, and nowhere else', () => {
    const { html, allowed } = pageWith(OUR_OWN, '/contact');
    expect(html).toBe('<form method="post" action="/f/contact"></form>');
    expect(allowed['form-action']).toEqual(["'self'"]);
    expect(allowed['connect-src']).toEqual(["'self'"]);
  });

  test.each([
    ['/contact', 'https://forms.test/v1/f/xyzabc'],
    ['/feedback', 'https://forms.test/v1/f/contact'],
  ])('%s: is the hosted service, where one is set', (path, action) => {
    const { html, allowed } = pageWith(HOSTED, path);
    expect(html).toBe(`<form method="post" action="${action}"></form>`);
    expect(allowed['form-action']).toEqual(["'self'", 'https://forms.test']);
  });
});

describe('the policy', () => {
  test('lets every page call the hosted service, and only pages with its form post there', () => {
    const { allowed } = pageWith(HOSTED, '/');
    expect(allowed['connect-src']).toEqual(["'self'", 'https://forms.test']);
    expect(allowed['form-action']).toEqual(["'self'"]);
  });

  test('lets every page call the address that tokens are sent to', () => {
    const settings = { ...HOSTED, tokenSyncUrl: 'https://api.site.localhost:8443/token?to=us' };
    expect(pageWith(settings, '/').allowed['connect-src']).toEqual([
      "'self'",
      'https://forms.test',
      'https://api.site.localhost:8443',
    ]);
  });

  test('lets every page call another product server', () => {
    const settings = { ...OUR_OWN, apiHost: 'https://api.product.test' };
    expect(pageWith(settings, '/').allowed['connect-src']).toEqual(["'self'", 'https://api.product.test']);
  });

  test('names no host twice, and not its own', () => {
    const own = { ...OUR_OWN, tokenSyncUrl: 'https://site.test/token' };
    expect(pageWith(own, '/').allowed['connect-src']).toEqual(["'self'"]);
    const both = { ...HOSTED, tokenSyncUrl: 'https://forms.test/token' };
    expect(pageWith(both, '/').allowed['connect-src']).toEqual(["'self'", 'https://forms.test']);
  });
});
