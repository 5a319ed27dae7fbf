import type { Logger } from 'pino';
import type { Db } from '#server/database/database.ts';
import { rewriteFile } from '#server/database/rewrite-file.ts';
import { dayOf } from '#server/day.ts';

/**
 * Rewrites the file of a running site: `now`, or `daily`, which is to be called each hour, at its first call on a new day
 * (UTC). A failure is logged, and never thrown.
 */
export function createFileRewriter({ db, clock, log }: RewriterDeps) {
  let rewrittenOn = dayOf(clock());
  const now = () =>
    rewriteFile(db).catch((err: unknown) =>
      log.error(
        { err },
        'the database file could not be rewritten: traces of deleted rows stay in it until tomorrow',
      ),
    );
  const daily = async () => {
    const today = dayOf(clock());
    if (today !== rewrittenOn) await now();
    rewrittenOn = today;
  };
  return { now, daily } as const;
}

type RewriterDeps = { readonly db: Db; readonly clock: () => Date; readonly log: Pick<Logger, 'error'> };
