import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/time.ts';
import { networkOf } from './client-address.ts';
import type { RefusalError } from './refusal.ts';

/** Records a caller who was refused by a rate limit or for a wrong guess. Ignores other refusals. */
export type NoteRefused = (request: Pick<FastifyRequest, 'ips'>, error: RefusalError) => void;

type RefusedCallers = {
  readonly note: NoteRefused;
  /**
   * Deletes files, of any process, with addresses almost 24 hours old. Call it every minute, so that no address is kept longer.
   */
  readonly removeOld: () => Promise<void>;
  readonly flush: () => Promise<void>;
};

/** A record is kept a little less than a day, because its removal may be late. */
const KEPT = DAY_MS - 5 * MINUTE_MS;
/** The maximum number of callers that one process records in an hour. Their records take about 500 kB. */
export const MOST_CALLERS = 5_000;
/** A caller is recorded after this many wrong guesses in an hour. Fewer are probably typing mistakes. */
const GUESSES = 5;

const FILE = /^refused-(\d{4}-\d\d-\d\dT\d\d)\.log$/;
const hourOf = (time: Date) => time.toISOString().slice(0, 13);

/**
 * A file for each hour in `folder`, shared by all processes of a machine (docs/decisions/0024). A caller gets a line for each
 * reason and hour, and another one after 10, 100, 1,000 times as many refusals.
 */
export function openRefusedCallers({
  folder,
  clock,
  log,
}: {
  readonly folder: string;
  readonly clock: () => Date;
  readonly log: Logger;
}): RefusedCallers {
  const refusals = new Map<string, number>();
  let hour = '';
  let hourOfWarning = '';
  let lines: string[] = [];
  let writing = Promise.resolve();

  const note: NoteRefused = (request, { refusal, detail }) => {
    // A limit of an account or an address may refuse the owner because of what others did, so the refused caller is not
    // recorded.
    const reason = refusal.guess ?? (detail.isOfNetwork ? detail.limit : undefined);
    if (reason === undefined) return;
    const time = clock();
    if (hourOf(time) !== hour) {
      hour = hourOf(time);
      refusals.clear();
    }
    const address = networkOf(request).block;
    const key = `${reason} ${address}`;
    const times = (refusals.get(key) ?? 0) + 1;
    if (times === 1 && refusals.size === MOST_CALLERS)
      return warn('more callers are refused this hour than can be recorded');
    refusals.set(key, times);
    const isPowerOfTen = /^10*$/.test(String(refusal.guess === undefined ? times : times / GUESSES));
    if (!isPowerOfTen) return;
    lines.push(`${JSON.stringify({ time, address, reason, times })}\n`);
    void flush();
  };

  function flush(): Promise<void> {
    writing = writing.then(async () => {
      if (lines.length === 0) return;
      const text = lines.join('');
      lines = [];
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await appendFile(join(folder, `refused-${hourOf(clock())}.log`), text, { mode: 0o600 });
      } catch (err) {
        warn('refused callers cannot be recorded: check the data folder and the disk', err);
      }
    });
    return writing;
  }

  function warn(message: string, err?: unknown): void {
    if (hourOfWarning === hour) return;
    hourOfWarning = hour;
    log.warn({ err }, message);
  }

  async function removeOld(): Promise<void> {
    const now = clock().getTime();
    for (const name of await readdir(folder).catch(() => [])) {
      const [, start] = FILE.exec(name) ?? [];
      if (start === undefined) continue;
      const age = now - Date.parse(`${start}:00Z`);
      // If the clock was wrong, a file may have the name of a future hour. It is removed as well.
      if (age >= KEPT || age < -HOUR_MS)
        await rm(join(folder, name), { force: true }).catch((err: unknown) =>
          log.error({ err }, 'an old file of refused callers cannot be removed; an hourly job tries again'),
        );
    }
  }

  return { note, removeOld, flush };
}
