import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BRAND } from '#content/brand.ts';
import { GROUND_COLOURS } from '#content/colours.ts';
import { LICENSE_WORDING } from '#content/documents.ts';
import { CHECKS, check, copyProject, report } from './support/copy-project.ts';

/**
 * Does a fork that edits only `content/` stay green? Re-brands a copy of the project there (another company in another
 * country, other colours, one more post, one more plan), and runs types, unit tests and the journeys in it. Then nothing
 * that was built may hold the old names.
 *
 *   npm run bench -- fork [--no-journeys]
 */
const { values: options } = parseArgs({
  options: { journeys: { type: 'boolean', default: true } },
  allowNegative: true,
});
const [oldName = ''] = BRAND.product.split(' ');
const [oldCity = ''] = BRAND.address.locality.split(' ');
const NEW_NAMES: readonly (readonly [string, string])[] = [
  [BRAND.company, 'Lantern House'],
  [BRAND.product, 'Lantern Chat'],
  [BRAND.address.locality, 'Porto'],
  [BRAND.address.region, 'Norte'],
  [`country: '${BRAND.address.country}'`, "country: 'Portugal'"],
  [oldName, 'Lantern'],
  [oldName.toLowerCase(), 'lantern'],
  [oldCity, 'Porto'],
];

const copy = copyProject();
rebrand();

for (const name of ['types', 'build', 'unit tests'] as const) check(copy, name, CHECKS[name]);
const left = globSync('build/{site/client,seo,mails}/**/*', { cwd: copy, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  // The passwords that are used most are words of everybody's.
  .filter((file) => !/common-passwords-[\w-]+\.js$/.test(file))
  .filter((file) => holdsOldName(readFileSync(file, 'utf8')));
report(left.length === 0, `nothing built holds “${oldName}” or “${oldCity}”`, left.join('\n'));
if (options.journeys) check(copy, 'journeys', CHECKS.journeys);

function rebrand(): void {
  for (const file of globSync('content/**/*.{ts,md,json,css}', { cwd: copy }))
    edit(file, (text) => NEW_NAMES.reduce((all, [from, to]) => all.replaceAll(from, to), text));
  for (const file of ['content/colours.css', 'content/page-colours.css'])
    edit(file, (text) =>
      text.replaceAll(
        /(oklch\([\d.]+ [\d.]+ )([\d.]+)/g,
        (_, start, hue) => `${start}${(Number(hue) + 20) % 360}`,
      ),
    );
  const ground = spawnSync(
    process.execPath,
    [
      '--eval',
      "import('#server/html/site-colours.ts').then(({ siteColour }) => console.log(JSON.stringify(siteColour('ground'))))",
    ],
    { cwd: copy, encoding: 'utf8' },
  );
  const colours: typeof GROUND_COLOURS = JSON.parse(ground.stdout);
  edit('content/colours.ts', (text) =>
    text.replace(GROUND_COLOURS.light, colours.light).replace(GROUND_COLOURS.dark, colours.dark),
  );
  edit('content/posts/the-first-token.md', (text) => {
    writeFileSync(
      join(copy, 'content/posts/one-more-post.md'),
      text.replace(/^title: .*$/m, 'title: "One more post"'),
    );
    return text;
  });
  edit('content/pricing.ts', (text) =>
    text.replace(
      /\n {2}plan\(\{\n {4}id: '([^']+)',\n {4}name: '([^']+)'[\s\S]*?\n {2}\}\),/,
      (whole, id, name) =>
        whole +
        whole
          .replace(`'${id}'`, "'family'")
          .replace(`'${name}'`, "'Family'")
          .replace(/isPopular: true,?/, ''),
    ),
  );
  const licence = readFileSync(join(copy, 'content/documents/license.md'));
  edit('content/documents.ts', (text) =>
    text.replace(LICENSE_WORDING.sha256, createHash('sha256').update(licence).digest('hex')),
  );
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
}

/** Posts have days of the week, and one may be called like the product. */
function holdsOldName(text: string): boolean {
  const rest = text.replaceAll(
    new RegExp(`<span>${oldName}</span>|"weekday\\\\?",\\\\?"${oldName}|${oldName}, \\d`, 'g'),
    '',
  );
  return new RegExp(`${oldName}|${oldCity}`, 'i').test(rest);
}
