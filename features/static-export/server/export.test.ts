import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import { FEATURES } from '#server/features.ts';
import { siteHeaders } from '#server/http/security-headers.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { loadSite } from '#server/site/site.ts';
import { makeTemporaryFolder } from '#server/testing/folders.ts';
import { settingsOf } from '#server/testing/test-app.ts';
import { exportDigest, exportedFiles } from './exported-files.ts';
import { isExportCurrent, writeExport } from './write-export.ts';

const built = mkdtempSync(join(tmpdir(), 'built-'));
afterAll(() => rmSync(built, { recursive: true }));
const page = (words: string) =>
  `<!doctype html><script>theme()</script><script type="application/json" id="public-settings">{}</script>${`<p>${words}</p>`.repeat(50)}`;
for (const [name, content] of Object.entries({
  'index.html': page('home'),
  'about/index.html': page('about'),
  'profile/index.html': page('profile'),
  'not-found/index.html': page('nothing here'),
  'assets/a-Hash.js': 'export const a = 1;\n'.repeat(50),
  'favicon.ico': 'an icon',
})) {
  mkdirSync(join(built, name, '..'), { recursive: true });
  writeFileSync(join(built, name), content);
}
const filesAt = (siteOrigin: string) => {
  const settings = settingsOf({ SITE_ORIGIN: siteOrigin, SMTP_URL: 'smtp://mail:25' });
  const site = loadSite([built], pageRules(settings, FEATURES));
  return exportedFiles(site, siteHeaders(settings, FEATURES), FEATURES);
};
const files = filesAt('https://site.test');
const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
const newFolder = () => join(makeTemporaryFolder(), 'export');
const exportTo = (folder: string, exported = files, features = FEATURES) =>
  writeExport(exported, folder, 'back soon', features);

test('a static export has every served file except the profile page, and compressed copies of files that get smaller', async () => {
  const folder = newFolder();
  await exportTo(folder);
  const names = ['404.html', 'about.html', 'assets/a-Hash.js', 'favicon.ico', 'index.html'];
  expect(files.map(({ name }) => name)).toEqual(names.map((name) => `/${name}`));
  const written = filesIn(join(folder, 'site'));
  for (const { name, file } of files) {
    const read = (ending = '') => readFileSync(join(folder, 'site', name + ending));
    expect(read()).toEqual(file.plain);
    if (name === '/favicon.ico') continue;
    expect(brotliDecompressSync(read('.br'))).toEqual(file.plain);
    expect(gunzipSync(read('.gz'))).toEqual(file.plain);
  }
  expect(written.filter((name) => name.startsWith('favicon'))).toEqual(['favicon.ico']);
  const headers = readFileSync(join(folder, 'site', '_headers'), 'utf8');
  for (const { headers: own } of files)
    for (const [name, value] of Object.entries(own)) expect(headers).toContain(`  ${name}: ${value}\n`);
});

test('the nginx settings of an export accept the largest body that a form with files accepts', async () => {
  const folder = newFolder();
  const withFiles = FORM_DEFINITIONS.map((form) => ({ ...form, files: { count: 1, bytes: 10_000_000 } }));
  await exportTo(folder, files, [...FEATURES, { name: 'applications', forms: withFiles }]);
  const settings = readFileSync(join(folder, 'nginx-server.conf'), 'utf8');
  const [, size] = /client_max_body_size (\d+);/.exec(settings) ?? [];
  expect(Number(size)).toBeGreaterThanOrEqual(10_000_000);
});

test('a static export with other settings is outdated; a new one removes its files, but keeps the file maintenance.on', async () => {
  const folder = newFolder();
  expect(isExportCurrent(folder, exportDigest(files))).toBe(false);
  await exportTo(folder, filesAt('https://before.test'));
  writeFileSync(join(folder, 'site', 'left-over.html'), 'from before');
  writeFileSync(join(folder, 'maintenance.on'), '');
  expect(isExportCurrent(folder, exportDigest(files))).toBe(false);
  await exportTo(folder);
  expect(isExportCurrent(folder, exportDigest(files))).toBe(true);
  expect(filesIn(join(folder, '..'))).not.toContain(join('export', 'site', 'left-over.html'));
  expect(filesIn(folder)).toContain('maintenance.on');
  expect(readdirSync(join(folder, '..'))).toEqual(['export']);
});

test.each(['', '.new', '.old'])(
  'a static export refuses to replace a folder “export%s” that contains other files',
  async (ending) => {
    const folder = newFolder();
    const other = folder + ending;
    mkdirSync(other);
    writeFileSync(join(other, 'letters.txt'), 'mine');
    await expect(exportTo(folder)).rejects.toThrow(`${other} holds something other than an export`);
    expect(readdirSync(other)).toEqual(['letters.txt']);
  },
);

test('the user of the web server can read a static export whose parent folder did not exist', async () => {
  const parent = makeTemporaryFolder();
  mkdirSync(join(parent, 'readable'), { mode: 0o755 });
  const modeOf = (name: string) => statSync(join(parent, name)).mode;
  await exportTo(join(parent, 'www', 'export'));
  expect([modeOf('www'), modeOf('www/export')]).toEqual([modeOf('readable'), modeOf('readable')]);
});

test('a static export fails with an error message if its folder cannot be created', async () => {
  await expect(exportTo('/proc/x')).rejects.toThrow(
    'The folder /proc/x.new cannot be created (ENOENT). Choose another place.',
  );
});
