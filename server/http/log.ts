import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from 'pino';

/** Bytes of lines that wait while the disk of the log is full. */
const MOST_WAITING = 1_024 * 1_024;

/**
 * JSON lines on standard output. Whatever is handed over, a line holds no e-mail address, no credentials of a URL and
 * nothing that is named like a secret; of an error it holds name, message, code, stack and causes, as database errors
 * carry the row that failed. That is the second belt: the first is that nobody logs what people sent.
 */
export function createLog(level: string, output: DestinationStream = writeTo(1)): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (fields) => harmlessFields(fields, 0) },
    // What pino would make of an error once more, together with its causes.
    serializers: { err: (described) => described },
    hooks: {
      logMethod(args, method) {
        const [first, ...others] = args as readonly unknown[];
        const fields = first instanceof Error ? { err: first } : first;
        // Without a message, pino would take the error's.
        if (others.length === 0) others.push(...messageOf(fields));
        method.apply(this, [fields, ...others].map(scrubbedText) as typeof args);
      },
    },
  };
  return pino(options, output);
}

/**
 * Written in the background, so that no page waits for a log that is slow or full: lines beyond what may wait are dropped. pino writes
 * what waits when the process ends. `flush` calls back once all lines so far are written, which needs a least length.
 */
export function writeTo(descriptor: number): DestinationStream {
  const output = destination({ fd: descriptor, sync: false, minLength: 1, maxLength: MOST_WAITING });
  // Without a listener, a reader that goes away would end the process.
  output.on('error', () => {});
  const flush = output.flush.bind(output);
  output.flush = (done) => flush((error) => done?.(isOfNoFile(error) ? undefined : error));
  return output;
}

/** After writing, `flush` asks for the disk, which a pipe, a socket and a terminal do not have. */
function isOfNoFile(error: (Error & { readonly code?: string }) | undefined): boolean {
  return error?.code === 'EINVAL' || error?.code === 'ENOTSUP';
}

const scrubbedText = (value: unknown) => (typeof value === 'string' ? scrub(value) : value);

function messageOf(fields: unknown): string[] {
  const err = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
  return err instanceof Error ? [scrubError(err.message)] : [];
}

/** Deeper than anything of ours; what goes on for ever ends there. */
const DEPTH = 6;
const SECRET_FIELD = /pass|secret|token|cookie|authorization|e-?mail|recipient|address|parameters|^to$/i;

function harmlessFields(fields: object, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    kept[name] =
      typeof value === 'string' && SECRET_FIELD.test(name) ? '[removed]' : harmless(value, depth + 1);
  return kept;
}

function harmless(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) return '[deeper]';
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((each) => harmless(each, depth + 1));
  return harmlessFields(value, depth);
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? scrub(String(error.code)) : undefined;
  const { cause } = error;
  // PostgreSQL that cannot be reached at any of its addresses.
  const errors = error instanceof AggregateError ? error.errors.slice(0, DEPTH) : [];
  return {
    name: scrub(error.name),
    message: scrubError(error.message),
    ...(code === undefined ? {} : { code }),
    ...(error.stack === undefined ? {} : { stack: scrubError(error.stack) }),
    ...(errors.length === 0 ? {} : { errors: errors.map((each) => harmless(each, depth + 1)) }),
    ...(cause instanceof Error ? { cause: harmless(cause, depth + 1) } : {}),
  };
}

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
