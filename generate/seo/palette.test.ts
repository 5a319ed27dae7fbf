import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUND_COLOURS } from '#content/colours.ts';
import { siteColour } from '#server/html/site-colours.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the colour given to the browser’s toolbars is the background colour of the pages', () => {
  expect(GROUND_COLOURS).toEqual(siteColour('ground'));
});

test('every colour that the stylesheets in content/ define is used', () => {
  const styles = globSync(['{content,web,pages,features,server}/**/*.{css,ts,tsx}', 'generate/seo/*.ts'], {
    cwd: ROOT,
  });
  const uses = styles.map(read).join('\n');
  const names = ['content/colours.css', 'content/page-colours.css'].flatMap((file) =>
    [...read(file).matchAll(/^ {2}--([\w-]+):/gm)].map(([, name = '']) => name),
  );
  // A colour is used by `var(--name)` or by a utility such as `bg-(--name)`. `mark-…` colours belong to the logo, which a fork replaces.
  const needed = names.filter((name) => !name.startsWith('mark-'));
  expect(needed.filter((name) => !uses.includes(`(--${name})`) && !uses.includes(`'${name}'`))).toEqual([]);
});
