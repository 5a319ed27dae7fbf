import { type DestinationStream, destination } from 'pino';

/** Characters that wait at most. */
const MOST_WAITING = 32_768;
/** Bytes kept for a disk that is full. What comes after them is lost. */
const MOST_KEPT = 1_024 * 1_024;
/** Milliseconds that a line waits at most. */
const LONGEST_WAIT = 100;

export type LogLines = {
  /** Written before the call returns, after all that waits. */
  readonly now: DestinationStream;
  /** Written together with what comes after it, within a tenth of a second. */
  readonly soon: DestinationStream;
  /** Writes what waits. */
  readonly flush: () => void;
};

/**
 * Lines of a log in the order they came, some of them with others in one write: a system call for each request costs
 * as much as answering it. Whoever opens it calls `flush` at the end of the process; only SIGKILL loses lines then.
 *
 * @param write puts a text where the log goes, and returns when it is there
 */
export function openLogLines(write: (text: string) => void): LogLines {
  let waiting = '';
  let isFlushAhead = false;
  const flush = () => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  };
  return {
    flush,
    now: {
      write: (line) => {
        flush();
        write(line);
      },
    },
    soon: {
      write: (line) => {
        waiting += line;
        if (waiting.length >= MOST_WAITING) flush();
        if (isFlushAhead) return;
        // One timer at a time: to set a new one after each flush would cost more than a look at nothing.
        isFlushAhead = true;
        setTimeout(() => {
          isFlushAhead = false;
          flush();
        }, LONGEST_WAIT).unref();
      },
    },
  };
}

/**
 * Standard output, as pino writes it: in step with the process, and silent when nobody reads it any more. What cannot be
 * written (a full disk, a terminal that is gone) is kept up to a limit and tried again with the next line.
 */
export function openStandardOutput(): LogLines {
  const output = destination({ fd: 1, sync: true, maxLength: MOST_KEPT });
  // Without a listener it would end the process: a site that cannot write its log still answers.
  output.on('error', () => {});
  const lines = openLogLines((text) => output.write(text));
  process.on('exit', lines.flush);
  return lines;
}
