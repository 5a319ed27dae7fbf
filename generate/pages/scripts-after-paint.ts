import { SCRIPT_START } from '#contract/script-start.ts';

const START = /<script type="module" async="">(?<code>import [^<]*)<\/script>/;
const MODULE_PRELOAD = /<link rel="modulepreload"/g;
const IMPORT = /^import (?:\* as (?<name>\w+) from )?(?<path>"[^"]+");?$/gm;

/**
 * Makes the scripts of a page wait for its first paint (docs/decisions/0036), when `web/shell/await-paint.ts`
 * turns the preloads back into what they were. A page without the router's script stays as it is. Throws when that
 * script is not of the shape that this code knows.
 */
export function withScriptsAfterPaint(html: string): string {
  const code = START.exec(html)?.groups?.code;
  if (code === undefined) return html;
  // All are on their way by then, so taking them one after the other costs nothing.
  const steps = code.replaceAll(IMPORT, (_, name: string | undefined, path: string) =>
    name === undefined ? `await import(${path});` : `const ${name} = await import(${path});`,
  );
  if (/^import\b(?!\()/m.test(steps)) throw new Error(`The router starts its pages in a new way:\n${code}`);
  return html
    .replace(MODULE_PRELOAD, `<link rel="${SCRIPT_START.relation}"`)
    .replace(code, () => `window.${SCRIPT_START.promise}.then(async () => {\n${steps}\n});`);
}
