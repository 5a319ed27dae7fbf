import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';

/** How a command speaks with the person who called it, or with the program its output goes to. */
export type Terminal = {
  /** Lines on standard output. */
  readonly print: (text: string) => void;
  /** Lines on standard error. */
  readonly complain: (text: string) => void;
  /** Text without a line end on standard output. Resolves when there is room for more; to false when nobody reads. */
  readonly write: (text: string) => Promise<boolean>;
  /** Characters of a line. */
  readonly columns: number;
  /** Asks for a yes; anything else is a no. Undefined where nobody is there to ask. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
};

const COLUMNS_ELSEWHERE = 80;

type Streams = { readonly stdin: ReadStream; readonly stdout: WriteStream; readonly stderr: WriteStream };

/** The terminal of this process. A reader that goes away, as in `… | head`, is no error. */
export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  let isRead = true;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isRead = false;
  });
  return {
    print: (text) => {
      if (isRead) stdout.write(`${text}\n`);
    },
    complain: (text) => void stderr.write(`${text}\n`),
    write: (text) =>
      new Promise((resolve) => {
        if (isRead) stdout.write(text, (error) => resolve(error == null));
        else resolve(false);
      }),
    columns: stdout.isTTY ? stdout.columns : COLUMNS_ELSEWHERE,
    ask: stdin.isTTY && stderr.isTTY ? (question) => ask(question, stdin, stderr) : undefined,
  };
}

async function ask(question: string, input: ReadStream, output: WriteStream): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } catch {
    // Ctrl-C, or the end of the input.
    return false;
  } finally {
    lines.close();
  }
}
