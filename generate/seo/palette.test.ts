import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUND_COLOURS } from '#content/colours.ts';
import { siteColour } from '#server/html/site-colours.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the browser’s bars have the colour of the ground', () => {
  expect(GROUND_COLOURS).toEqual(siteColour('ground'));
});

test('every colour in content is used', () => {
  const styles = globSync(['{content,web,pages,features,server}/**/*.{css,ts,tsx}', 'generate/seo/*.ts'], {
    cwd: ROOT,
  });
  const uses = styles.map(read).join('\n');
  const names = ['content/colours.css', 'content/page-colours.css'].flatMap((file) =>
    [...read(file).matchAll(/^ {2}--([\w-]+):/gm)].map(([, name = '']) => name),
  );
  // By `var(--name)`, or by a utility such as `bg-(--name)`. A mark may bring its own colours.
  const needed = names.filter((name) => !name.startsWith('mark-'));
  expect(needed.filter((name) => !uses.includes(`(--${name})`) && !uses.includes(`'${name}'`))).toEqual([]);
});
