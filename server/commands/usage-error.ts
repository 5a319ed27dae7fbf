/** The command was not understood; the message says what about it, for the person who typed it. */
export class UsageError extends Error {}

/**
 * What `read` makes of a command line. Throws `UsageError` where node's `parseArgs` complains.
 *
 * @param read calls `parseArgs`, strictly
 */
export function understand<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isMisunderstood =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    throw isMisunderstood ? new UsageError(inOurWords(error.message)) : error;
  }
}

/** Node's first sentence, with quotation marks and full stop as our own have them. What it adds tells of its API. */
function inOurWords(message: string): string {
  const [first = message] = /^(?:'[^']*'|[^.'\n])+/.exec(message) ?? [];
  return `${first.replace(/'([^']*)'/g, '“$1”')}.`;
}

/** What to tell somebody whose command line was not understood: why, and where to read how it works. */
export function explained({ message }: UsageError, command: string): string {
  return `${message}\nHow it works: npm run operator -- ${command} --help`;
}
