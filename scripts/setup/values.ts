const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\d+`;

/** Matches a text or a number in a file of `content/`, after `key:` or `key =`. */
const placeOf = (key: string) => new RegExp(String.raw`((?<![\w.])${key}(?::| =)\s+)(${TEXT})`);

/** The text after `key:` in TypeScript, unescaped; undefined if there is none. */
export function readText(code: string, key: string): string | undefined {
  const quoted = placeOf(key).exec(code)?.[2];
  return quoted?.replaceAll(/^['"]|['"]$/g, '').replaceAll(/\\(.)/g, '$1');
}

/** The file with this text replaced; a number stays a number. Throws a sentence if the file no longer has a text with that key. */
export function writeText(code: string, key: string, value: string): string {
  if (!placeOf(key).test(code))
    throw new Error(`There is no text “${key}” where setup looks for it; please write “${value}” yourself.`);
  return code.replace(
    placeOf(key),
    (_, start: string, old: string) => start + (/^\d/.test(old) ? value : JSON.stringify(value)),
  );
}

/** The file with these settings changed or added; empty ones are removed. Other lines stay. */
export function writeEnv(text: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce((all, [name, value]) => {
    const line = new RegExp(String.raw`^(?:export )?${name}\s*=.*\n?`, 'm');
    const written = value === '' ? '' : `${name}=${quoted(value)}\n`;
    if (line.test(all)) return all.replace(line, () => written);
    return all === '' || all.endsWith('\n') ? all + written : `${all}\n${written}`;
  }, text);
}

/** The value between quote characters that it does not contain itself, because the format of `.env` has no escape. */
function quoted(value: string): string {
  if (/^[\w.:/@+?=&%,-]*$/.test(value)) return value;
  const quote = ["'", '`', '"'].find((one) => !value.includes(one));
  if (quote === undefined) throw new Error('A setting cannot hold all three kinds of quotes.');
  return quote + value + quote;
}
