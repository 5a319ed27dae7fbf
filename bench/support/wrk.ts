import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoneAtExit } from './leave-nothing.ts';
import { needProgram } from './programs.ts';

/** `p99` in milliseconds. */
export type WrkFigures = { readonly perSecond: number; readonly p99: number };

export type WrkOptions = {
  readonly seconds: number;
  readonly connections?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A Lua script: other methods, other bodies each time. */
  readonly script?: string;
};

/** Loads one URL from one thread. Rejects when an answer was not a 2xx or 3xx, or a connection broke. */
export async function runWrk(
  url: string,
  { seconds, connections = 50, headers = {}, script }: WrkOptions,
): Promise<WrkFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'wrk-'));
  const kept = undoneAtExit(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const file = join(folder, 'script.lua');
    writeFileSync(file, `${script ?? ''}\n${DONE}`);
    const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const text = await outputOf(needProgram('wrk'), [
      ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', file],
      ...lines,
      url,
    ]);
    const [, requests, micros, p99, bad] = /figures (\d+) (\d+) (\d+) (\d+)/.exec(text) ?? [];
    if (requests === undefined || bad !== '0') throw new Error(`wrk on ${url}:\n${text}`);
    return { perSecond: Number(requests) / (Number(micros) / 1e6), p99: Number(p99) / 1_000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    kept();
  }
}

const DONE = `done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("figures %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end`;

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = undoneAtExit(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const text = await child.stdout.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
  const code = await ended;
  gone();
  if (code !== 0) throw new Error(`wrk ended with ${code}:\n${text}`);
  return text;
}
