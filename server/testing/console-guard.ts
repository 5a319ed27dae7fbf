import { format } from 'node:util';

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

/** What was seen since the last look; looking empties it. */
export type Recorder = { readonly takeAll: () => readonly string[] };

/** Replaces the console's writing methods for good: what is written is kept instead of shown. */
export function guardConsole(): Recorder {
  let lines: string[] = [];
  for (const method of METHODS) {
    console[method] = (...values: unknown[]) => {
      lines.push(`${method}: ${format(...values)}`);
    };
  }
  return {
    takeAll: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}
