import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The site's two families, as the build names their Latin files. Both may be embedded (SIL Open Font License). */
const FAMILIES = [
  { family: 'Inter', weights: '400 700', file: /^inter-latin-[\w-]+\.woff2$/ },
  { family: 'Bricolage Grotesque', weights: '500 800', file: /^bricolage-grotesque-latin-[\w-]+\.woff2$/ },
] as const;

/** Stylesheet rules with the site's fonts inside; fonts that the build does not have are left out. */
export function embeddedFonts(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return FAMILIES.flatMap(({ family, weights, file }) => {
    const name = names.find((each) => file.test(each));
    if (name === undefined) return [];
    const data = readFileSync(join(folder, name)).toString('base64');
    return `@font-face{font-family:"${family}";font-weight:${weights};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
  }).join('\n');
}
