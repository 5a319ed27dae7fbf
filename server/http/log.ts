import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from 'pino';
import { scrub, scrubError } from './scrub.ts';

/** Bytes that wait for a reader who is behind. Lines that come after them are dropped and counted. */
const MOST_WAITING = 1_024 * 1_024;

/** Milliseconds that the end of a process waits for its last lines to be written. */
const FLUSH_WITHIN = 3_000;

export type LogOutput = {
  readonly stream: DestinationStream & { readonly flush: (done: () => void) => void };
  /** Writes what waits and takes no more lines. Resolves soon also when nobody reads them. */
  readonly close: () => Promise<void>;
};

/**
 * Standard output, written in the background: a pipe that nobody reads, or a full disk, must not stop the site. At most
 * a mebibyte waits then.
 *
 * @param onDrop hears of each line that is lost
 * @param fd another descriptor, which is closed at the end
 */
export function openLogOutput(onDrop: () => void, fd = 1): LogOutput {
  // As bytes: lines that wait as text are counted from their beginning for each that comes.
  const file = destination({ fd, sync: false, maxLength: MOST_WAITING, contentMode: 'buffer' });
  file.on('drop', onDrop);
  let hasReader = true;
  // Without a listener it would end the process.
  file.on('error', (error: NodeJS.ErrnoException) => {
    hasReader &&= error.code !== 'EPIPE';
  });
  const end = async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, FLUSH_WITHIN);
    file.once('close', resolve).once('error', resolve);
    // Not `flush`: while a line is being written, it is done without those that came after it.
    if (hasReader) file.end();
    else resolve();
    await ended;
    // pino would write the rest when the process exits, and wait for a reader.
    file.destroy();
  };
  let closing: Promise<void> | undefined;
  let isWritten = true;
  file.on('drain', () => {
    isWritten = true;
  });
  // Its types say text for both kinds of content.
  const write = (line: string) => {
    isWritten = false;
    file.write(Buffer.from(line) as unknown as string);
  };
  return {
    // What still runs at the end may write a line; the file would throw.
    stream: {
      write: (line) => void (closing === undefined && write(line)),
      // The file's own calls back at once.
      flush: (done: () => void) => void (isWritten ? done() : file.once('drain', done)),
    },
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

/**
 * JSON lines on standard output. Whatever is handed over, a line holds no e-mail address, no credentials of a URL and
 * nothing that is named like a secret; of an error it holds name, message, code, stack and causes, as database errors
 * carry the row that failed. That is the second belt: the first is that nobody logs what people sent.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
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
  return destination === undefined ? pino(options) : pino(options, destination);
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
