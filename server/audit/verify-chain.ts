import { PostgresAdapter, sql } from 'kysely';
import type { Secrets } from '#server/accounts/keyed-hash.ts';
import type { Db } from '#server/database/database.ts';
import { type AuditHead, type AuditLine, checkLink, type Verdict } from './chain.ts';
import { readHead } from './head.ts';

/** What is wrong, and at which place of the chain; see `PROBLEMS` in `server/commands/audit/verify.ts` for the words. */
export type ChainProblem = {
  readonly kind:
    | 'missing'
    | 'changed'
    | 'stray'
    | 'end-differs'
    | 'head-changed'
    | 'seal-not-ours'
    | 'seal-differs';
  readonly from: number;
  /** The last place it is true of. */
  readonly to: number;
};

/** The link that a place had, as a log kept elsewhere says. */
export type KeptSeal = Pick<AuditHead, 'seq' | 'link'>;

export type ChainReport = {
  /** In order of their place; none when the lines agree with each other, the head and the kept seals. */
  readonly problems: readonly ChainProblem[];
  /** Lines with a place in the chain. */
  readonly lines: number;
  /** Those among them that were sealed with a secret that the site no longer has: nobody can tell whether they were changed. */
  readonly unknownSecret: number;
  /** Lines that no seal covers yet. */
  readonly unsealed: number;
  readonly head: Pick<AuditHead, 'seq' | 'link' | 'first_seq'>;
  /** The newest place whose link is the one of a kept seal: up to there nothing was put back, cut or written anew. */
  readonly wholeUpTo: number | undefined;
};

const PAGE = 1_000;

/**
 * Looks at every line of the chain, beside the running site. Finds lines that were removed, changed, put in or moved, and
 * a beginning or an end that was cut off. That lines were cut together with the head, or all was put back to an earlier
 * state, shows only against kept seals. Cannot find what somebody did who has the secret.
 */
export function verifyChain(db: Db, secrets: Secrets, seals: readonly KeptSeal[] = []): Promise<ChainReport> {
  return inOneSnapshot(db, async (reading) => {
    const { head, verdict } = await readHead(reading, secrets);
    const check = createCheck(secrets, head, verdict, seals);
    for (let after: number | undefined; ; ) {
      let page = reading
        .selectFrom('audit')
        .selectAll()
        .where('seq', 'is not', null)
        .orderBy('seq')
        .limit(PAGE);
      if (after !== undefined) page = page.where('seq', '>', after);
      const lines = await page.execute();
      for (const line of lines) if (line.seq !== null) check.take({ ...line, seq: line.seq });
      after = lines.at(-1)?.seq ?? undefined;
      if (after === undefined) break;
    }
    const { unsealed } = await reading
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll().as('unsealed'))
      .where('seq', 'is', null)
      .executeTakeFirstOrThrow();
    return { ...check.end(), unsealed: Number(unsealed) };
  });
}

/** The site goes on writing, sealing and removing meanwhile. Kysely's own transaction would make it wait on SQLite. */
function inOneSnapshot<T>(db: Db, read: (reading: Db) => Promise<T>): Promise<T> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return db.connection().execute(async (connection) => {
    await sql
      .raw(isPostgres ? 'begin isolation level repeatable read read only' : 'begin')
      .execute(connection);
    try {
      return await read(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** Takes the lines in order of their place. */
function createCheck(secrets: Secrets, head: AuditHead, headVerdict: Verdict, seals: readonly KeptSeal[]) {
  const problems: ChainProblem[] = [];
  const complain = (kind: ChainProblem['kind'], from: number, to = from) => problems.push({ kind, from, to });
  /** The link at each place that a seal was kept of. */
  const found = new Map<number, string>(seals.map(({ seq }) => [seq, '']));
  let [next, lines, valid, unknownSecret] = [head.first_seq, 0, 0, 0];
  /** Undefined behind a gap: the line after it cannot be checked. */
  let previous: string | undefined = head.before_first;

  return {
    take(line: AuditLine & { readonly seq: number }): void {
      const { seq, link } = line;
      lines++;
      if (seq < head.first_seq || seq > head.seq) {
        complain('stray', seq);
        return;
      }
      if (seq > next) {
        complain('missing', next, seq - 1);
        previous = undefined;
      }
      const verdict = previous === undefined ? undefined : checkLink(secrets, line, previous);
      if (verdict === 'invalid') complain('changed', seq);
      if (verdict === 'unknown-secret') unknownSecret++;
      if (verdict === 'valid') {
        // After a change of the secret in one step, nothing before this line is valid.
        if (line.action === 'seal-not-ours' && valid > 0) complain('seal-not-ours', seq);
        valid++;
      }
      if (found.has(seq)) found.set(seq, link);
      [next, previous] = [seq + 1, link];
    },
    end(): Omit<ChainReport, 'unsealed'> {
      const { seq, link, first_seq } = head;
      if (headVerdict === 'invalid' || (headVerdict === 'unknown-secret' && valid > 0))
        complain('head-changed', seq);
      if (next <= seq) complain('missing', next, seq);
      else if (previous !== link) complain('end-differs', seq);
      let wholeUpTo: number | undefined;
      for (const kept of seals) {
        if (kept.seq < first_seq) continue;
        if (found.get(kept.seq) !== kept.link) complain('seal-differs', kept.seq);
        else wholeUpTo = Math.max(kept.seq, wholeUpTo ?? 0);
      }
      return {
        problems: problems.toSorted((one, other) => one.from - other.from),
        lines,
        unknownSecret,
        head: { seq, link, first_seq },
        wholeUpTo,
      };
    },
  };
}
