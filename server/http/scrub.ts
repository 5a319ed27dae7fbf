/** Longer texts are cut: an error can carry a whole page or query. Characters. */
const LONGEST = 16_000;

/** Where an address ends. A slash, because of `node_modules/@scope` in stacks; the others stand around addresses. */
const EDGE = String.raw`\s"'\x60<>()[\]{},;:=|\\/`;

/** Names behind which something stands that opens a door. */
const SECRET_NAMES =
  'token|secret|passw|pwd|credential|authorization|api-?key|apikey|cookie|session|pending|social|code|state|nonce|verifier|signature';

/**
 * In this order. Each match begins at a word and has a bounded length, so the time is linear in the length of the
 * text.
 */
const SCRUBS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Of `postgres://name:password@host`; the password may hold further @ and /. Not `file:///…/node_modules/@scope`.
  [/(?<=:\/\/)[^\s"'<>/][^\s"'<>]{0,1000}@/g, '[credentials]@'],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 [secret]'],
  [
    new RegExp(
      String.raw`(?<!\w)((?:[\w-]{0,40}?)(?:${SECRET_NAMES})[\w-]{0,40}(?:\\?["'])?\s{0,2}(?:=|%3D|:(?!\/\/))\s{0,2})(?:(\\?")[^"\n]+|(')[^'\n]+|[^\s&"'<>;,)]+)`,
      'gi',
    ),
    '$1$2$3[secret]',
  ],
  [
    new RegExp(
      `(?<![^${EDGE}])[^${EDGE}@]+(?:'[^${EDGE}@]+){0,2}(?:@|%40)(?!\\w{2,10}:\\/\\/)[^${EDGE}]+`,
      'gi',
    ),
    '[address]',
  ],
];

/** What JSON leaves as it is and a terminal or an editor obeys: C1 controls, line separators, changes of direction. */
const OBEYED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** What most texts of a line are: ids, methods, routes. */
const WORD = /^[\w./*-]{0,100}$/;

/** Random-looking words: tokens, hashes, cookies. Ids of ours are shorter, or have other signs between. */
const OPAQUE = /(?<![\w-])(?:[A-Za-z0-9]{32,}|[\w-]{40,})(?![\w-])/g;

/**
 * Removes e-mail addresses, credentials in URLs, and values named like a secret from messages of drivers and servers.
 * It knows forms, not meanings: a bare password in a sentence stays, so nobody may put one there.
 */
export function scrub(text: string): string {
  if (WORD.test(text)) return text;
  const cut = (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replace(OBEYED, '\ufffd');
  // What most sentences are: nothing to look for.
  if (!/[@=:%]|bearer|basic/i.test(cut)) return cut;
  return SCRUBS.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), cut);
}

/** The same for messages and stacks of errors, also without long random words. */
export function scrubError(text: string): string {
  return scrub(text).replace(OPAQUE, (word) => (/\d/.test(word) ? '[random]' : word));
}
