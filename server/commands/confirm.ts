import type { Terminal } from './terminal.ts';

/** Throws unless the operator said `--yes`, or answers yes now. */
export async function confirm({ ask }: Pick<Terminal, 'ask'>, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new Error('This asks first, and nobody is at a keyboard here to answer: add --yes to go without.');
  }
  if (!(await ask(question))) throw new Error('Nothing was changed.');
}
