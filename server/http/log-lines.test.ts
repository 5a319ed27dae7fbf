import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLogLines } from './log-lines.ts';

function open() {
  const written: string[] = [];
  return { written, ...openLogLines((text) => void written.push(text)) };
}

test('what may wait is written together, within a tenth of a second', () => {
  vi.useFakeTimers();
  const { soon, written } = open();
  soon.write('a\n');
  soon.write('b\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(written).toEqual(['a\nb\n']);
  soon.write('c\n');
  vi.advanceTimersByTime(100);
  expect(written).toEqual(['a\nb\n', 'c\n']);
  vi.useRealTimers();
});

test('much of it does not wait so long', () => {
  const { soon, written } = open();
  const line = `${'x'.repeat(100)}\n`;
  for (let i = 0; i < 1_000; i++) soon.write(line);
  expect(written.length).toBeGreaterThan(1);
  for (const text of written) expect(text.length).toBeLessThanOrEqual(32_768 + line.length);
});

test('what must not wait is written at once, after what came before it', () => {
  const { soon, now, written } = open();
  soon.write('a request\n');
  now.write('an error\n');
  expect(written.join('')).toBe('a request\nan error\n');
});

const STANDARD_OUTPUT = new URL('./log-lines.ts', import.meta.url);

test.each([
  ['by itself', '', 0],
  ['by process.exit', 'process.exit(3)', 3],
  [
    'by a signal that it hears',
    "process.on('SIGTERM', () => process.exit(4)); process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1_000)",
    4,
  ],
  ['by an error that nobody expected', "throw new Error('expected by the test')", 1],
  ['by a promise that nobody heard', "Promise.reject(new Error('expected by the test'))", 1],
])('a process that ends %s has written every line', (_, end, code) => {
  const program = `
    const { openStandardOutput } = await import('${STANDARD_OUTPUT}');
    const { now, soon } = openStandardOutput();
    for (let i = 0; i < 1_000; i++) (i % 100 === 50 ? now : soon).write('line ' + i + '\\n');
    ${end}`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(status).toBe(code);
  expect(stdout).toBe(Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`).join(''));
});

test.skipIf(!existsSync('/dev/full'))(
  'a disk that is full ends nothing, and has every line once there is room again',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-lines-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const log = join(folder, 'log');
    // The next file that is opened takes the place of the one that was closed.
    const program = `
    const { closeSync, openSync } = await import('node:fs');
    const { openStandardOutput } = await import('${STANDARD_OUTPUT}');
    const { now, soon } = openStandardOutput();
    const say = (from) => { for (let i = from; i < from + 100; i++) (i % 7 === 0 ? now : soon).write('line ' + i + '\\n'); };
    say(0);
    await new Promise((resolve) => setTimeout(resolve, 150));
    say(100);
    closeSync(1);
    if (openSync('${log}', 'a') !== 1) process.exit(9);
    say(200);`;
    const full = openSync('/dev/full', 'w');
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(readFileSync(log, 'utf8')).toBe(Array.from({ length: 300 }, (_, i) => `line ${i}\n`).join(''));
  },
);

test('who stops reading ends nothing', () => {
  const program = `
    const { openStandardOutput } = await import('${STANDARD_OUTPUT}');
    const { now } = openStandardOutput();
    for (let i = 0; i < 50_000; i++) now.write('line ' + i + '\\n');
    process.stderr.write('still here');`;
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$0" --input-type=module --eval "$1" | head -n 1', process.execPath, program],
    {
      encoding: 'utf8',
    },
  );
  expect({ stdout, stderr }).toEqual({ stdout: 'line 0\n', stderr: 'still here' });
});
