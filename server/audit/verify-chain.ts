import { setImmediate as giveWay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPostgres } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { type AuditHead, type AuditLine, checkMac, lineValues } from './chain.ts';
import { readHead } from './head.ts';

/** What is wrong, from one place of the chain to another; `server/commands/audit/verify.ts` has the words. */
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
  readonly to: number;
};

/** The link that a place had, as a log kept elsewhere says. */
export type KeptSeal = Pick<AuditHead, 'seq' | 'link'>;

export type ChainReport = {
  /** In order of their place; none when the lines agree with each other, the head and the kept seals. */
  readonly problems: readonly ChainProblem[];
  /** Lines with a place in the chain. */
  readonly lines: number;
  /** Those of a secret that the site no longer has: nobody can tell whether they were changed. */
  readonly unknownSecret: number;
  readonly unsealed: number;
  readonly head: Pick<AuditHead, 'seq' | 'link' | 'first_seq'>;
  /** The newest place that a kept seal was compared with: up to there nothing was put back, cut or written anew. */
  readonly wholeUpTo: number | undefined;
};

/**
 * Checks every line, beside the running site, for removed, changed, inserted or moved lines and a cut beginning or
 * end. A cut that includes the head, or a restored older state, shows only against kept seals. Whoever has the secret
 * can forge everything.
 */
export function verifyChain(
  db: Db,
  deps: { readonly keyring: Keyring },
  seals: readonly KeptSeal[] = [],
): Promise<ChainReport> {
  return inOneSnapshot(db, async (snapshot) => {
    const { verdict: headVerdict, ...head } = await readHead(snapshot, deps);
    const problems: ChainProblem[] = [];
    const complain = (kind: ChainProblem['kind'], from: number, to = from) =>
      problems.push({ kind, from, to });
    const linksAtSeals = new Map(seals.map(({ seq }) => [seq, '']));
    let [next, previous] = [head.first_seq, head.before_first];
    let [lines, valid, unknownSecret] = [0, 0, 0];
    for await (const line of sealedLines(snapshot)) {
      const { seq, link } = line;
      lines++;
      if (linksAtSeals.has(seq)) linksAtSeals.set(seq, link);
      if (seq < head.first_seq || seq > head.seq) {
        complain('stray', seq);
        continue;
      }
      // The line behind a gap cannot be checked: it covers the link of one that is gone.
      if (seq > next) complain('missing', next, seq - 1);
      const verdict = seq > next ? undefined : checkMac(deps.keyring, link, lineValues(line, previous));
      if (verdict === 'invalid') complain('changed', seq);
      // After a change of the secret in one step, no line before this one is valid.
      if (verdict === 'valid' && line.action === 'seal-not-ours' && valid > 0) complain('seal-not-ours', seq);
      if (verdict === 'valid') valid++;
      if (verdict === 'unknown-secret') unknownSecret++;
      [next, previous] = [seq + 1, link];
    }
    if (headVerdict === 'invalid' || (headVerdict === 'unknown-secret' && valid > 0))
      complain('head-changed', head.seq);
    if (next <= head.seq) complain('missing', next, head.seq);
    else if (previous !== head.link) complain('end-differs', head.seq);
    let wholeUpTo: number | undefined;
    for (const { seq, link } of seals.filter((seal) => seal.seq >= head.first_seq)) {
      if (linksAtSeals.get(seq) !== link) complain('seal-differs', seq);
      else wholeUpTo = Math.max(seq, wholeUpTo ?? 0);
    }
    problems.sort((one, other) => one.from - other.from);
    return { problems, lines, unknownSecret, unsealed: await countUnsealed(snapshot), head, wholeUpTo };
  });
}

/** The site goes on writing, sealing and removing. Kysely's own transaction would make it wait on SQLite. */
function inOneSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? 'begin isolation level repeatable read read only' : 'begin';
  return db.connection().execute(async (snapshot) => {
    await sql.raw(begin).execute(snapshot);
    try {
      return await read(snapshot);
    } finally {
      await sql`rollback`.execute(snapshot);
    }
  });
}

async function* sealedLines(db: Db): AsyncGenerator<AuditLine & { readonly seq: number }> {
  const page = db.selectFrom('audit').selectAll().where('seq', 'is not', null).orderBy('seq').limit(1_000);
  for (let next = page; ; ) {
    const lines = await next.$narrowType<{ seq: number }>().execute();
    yield* lines;
    const last = lines.at(-1);
    if (last === undefined) return;
    // SQLite answers at once: without this nobody else had a turn in the process before the last line.
    await giveWay();
    next = page.where('seq', '>', last.seq);
  }
}

async function countUnsealed(db: Db): Promise<number> {
  const count = db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll().as('lines'))
    .where('seq', 'is', null);
  return Number((await count.executeTakeFirstOrThrow()).lines);
}
