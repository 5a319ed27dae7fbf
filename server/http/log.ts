import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from 'pino';

/** Bytes of the log lines kept in memory while the log is slow or its disk is full. */
const MAX_WAITING_BYTES = 1_024 * 1_024;

/**
 * Email addresses, credentials of URLs and values named like secrets are removed from each line. Only some fields of an error are
 * logged, because database errors contain the failed row. This is a second safeguard: no code logs what people sent.
 */
export function createLog(level: string, output: DestinationStream = writeTo(1)): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (fields) => harmlessFields(fields, 0) },
    // `describeError` has already described the error. By default, pino would describe it again, with its causes.
    serializers: { err: (described) => described },
    hooks: {
      logMethod(args, method) {
        const [first, ...others] = args as readonly unknown[];
        const fields = first instanceof Error ? { err: first } : first;
        // Without a message, pino would log the error's own message, which is not scrubbed.
        if (others.length === 0) others.push(...messageOf(fields));
        method.apply(this, [fields, ...others].map(scrubbedText) as typeof args);
      },
    },
  };
  return pino(options, output);
}

/**
 * Drops lines beyond `MAX_WAITING_BYTES`, so that no request waits for a slow log. Without `minLength`, `flush` would call back at
 * once, before all lines are written.
 */
export function writeTo(descriptor: number): DestinationStream {
  const output = destination({ fd: descriptor, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES });
  // Without a listener, an error such as a closed pipe would end the process.
  output.on('error', () => {});
  const flush = output.flush.bind(output);
  output.flush = (done) => flush((error) => done?.(isNotAFile(error) ? undefined : error));
  return output;
}

/** Whether `flush` failed only because it syncs to the disk. A pipe, a socket or a terminal cannot be synced. */
function isNotAFile(error: (Error & { readonly code?: string }) | undefined): boolean {
  return error?.code === 'EINVAL' || error?.code === 'ENOTSUP';
}

const scrubbedText = (value: unknown) => (typeof value === 'string' ? scrub(value) : value);

function messageOf(fields: unknown): string[] {
  const err = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
  return err instanceof Error ? [scrubError(err.message)] : [];
}

/** The maximum depth of nested fields that are logged. The limit is also needed for objects that contain themselves. */
const MAX_DEPTH = 6;
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
  if (depth > MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((each) => harmless(each, depth + 1));
  return harmlessFields(value, depth);
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? scrub(String(error.code)) : undefined;
  const { cause } = error;
  // An AggregateError has several causes. PostgreSQL’s driver throws one if it can reach none of the server’s addresses.
  const errors = error instanceof AggregateError ? error.errors.slice(0, MAX_DEPTH) : [];
  return {
    name: scrub(error.name),
    message: scrubError(error.message),
    ...(code === undefined ? {} : { code }),
    ...(error.stack === undefined ? {} : { stack: scrubError(error.stack) }),
    ...(errors.length === 0 ? {} : { errors: errors.map((each) => harmless(each, depth + 1)) }),
    ...(cause instanceof Error ? { cause: harmless(cause, depth + 1) } : {}),
  };
}

/** The most characters of a logged text. Errors can contain a whole page or query. */
const MAX_LENGTH = 16_000;

/** Characters that end an email address. The slash is for `node_modules/@scope` in stacks. */
const EDGE = String.raw`\s"'\x60<>()[\]{},;:=|\\/`;

const SECRET_NAMES =
  'token|secret|passw|pwd|credential|authorization|api-?key|apikey|cookie|session|pending|social|code|state|nonce|verifier|signature';

/** These patterns are applied in order. Each match begins at a word and has a bounded length, which gives linear time. */
const SCRUBS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Matches the credentials in `postgres://name:password@host`, where the password may contain @ and /. Does not match
  // `file:///…/@scope`.
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

/** Characters that JSON does not escape and a terminal interprets: C1 controls, line separators, direction marks. */
const TERMINAL_CONTROLS = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Ids, methods and routes need no scrubbing. Most logged texts are of these kinds. */
const HARMLESS = /^[\w./*-]{0,100}$/;

/** Matches tokens, hashes and cookies. Ids of the site are shorter or contain separators. */
const RANDOM_WORD = /(?<![\w-])(?:[A-Za-z0-9]{32,}|[\w-]{40,})(?![\w-])/g;

/**
 * Removes email addresses, credentials in URLs and values named like a secret. A password without a name before it is not
 * recognised.
 */
export function scrub(text: string): string {
  if (HARMLESS.test(text)) return text;
  const cut = (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text).replace(
    TERMINAL_CONTROLS,
    '\ufffd',
  );
  // Most texts have none of these characters and skip the slower patterns.
  if (!/[@=:%]|bearer|basic/i.test(cut)) return cut;
  return SCRUBS.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), cut);
}

/** Scrubs messages and stacks of errors: like `scrub`, but also removes long random words. */
export function scrubError(text: string): string {
  return scrub(text).replace(RANDOM_WORD, (word) => (/\d/.test(word) ? '[random]' : word));
}
