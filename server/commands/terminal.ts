import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';

/** How a command speaks with the person who called it, or with the program its output goes to. */
export type Terminal = {
  /** Lines on standard output. */
  readonly print: (text: string) => void;
  /** Lines on standard error. */
  readonly complain: (text: string) => void;
  /** Asks for a yes; anything else is a no. Undefined where nobody is there to ask. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
};

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
    ask: stdin.isTTY && stderr.isTTY ? (question) => ask(question, stdin, stderr) : undefined,
  };
}

/** Throws unless the operator said `--yes`, or answers yes now. */
export async function confirm({ ask }: Pick<Terminal, 'ask'>, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (ask === undefined)
    throw new Error('This asks first, and nobody is at a keyboard here to answer: add --yes to go without.');
  if (!(await ask(question))) throw new Error('Nothing was changed.');
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
