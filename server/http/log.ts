import {
  type DestinationStream,
  destination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from 'pino';
import { scrub, scrubError } from './scrub.ts';

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
