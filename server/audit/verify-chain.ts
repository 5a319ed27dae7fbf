import type { Db } from '#server/database/database.ts';
import type { IsoTime } from '#server/database/schema.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { type AuditHead, type AuditLine, judgeHead, linkOf, secretOfKey } from './chain.ts';
import { readHead } from './head.ts';

/** What is wrong, and at which place of the chain; see `PROBLEMS` in `server/commands/audit/verify.ts` for the words. */
export type ChainProblem = {
  readonly kind:
    | 'missing'
    | 'changed'
    | 'out-of-place'
    | 'stray'
    | 'end-differs'
    | 'head-forged'
    | 'broken-before'
    | 'unexplained-key'
    | 'unexplained-change';
  readonly from: number;
  /** The last place it is true of. */
  readonly to: number;
};

export type ChainReport = {
  /** In order of their place; none when the chain is whole. */
  readonly problems: readonly ChainProblem[];
  /** Lines with a place in the chain. */
  readonly lines: number;
  /** Those among them that were made with a secret that the site no longer has: nobody can tell whether they were changed. */
  readonly unknownKey: number;
  /** Lines from before the chain: they prove nothing. */
  readonly unchained: number;
  readonly secretChanges: readonly { readonly seq: number; readonly at: IsoTime }[];
  readonly head: Pick<AuditHead, 'seq' | 'link' | 'first_seq'>;
};

const PAGE = 1_000;
/** So long after a change of the secret a process may still have worked with the one before. */
const ROLLING_MS = 24 * 60 * 60 * 1_000;

/**
 * Looks at every line of the chain, beside the running site. Finds lines that were removed, changed, put in or put
 * elsewhere, and a beginning or an end that was cut off. Cannot find what somebody did who has the secret, nor that the
 * whole database was put back to an earlier state: for that, compare with the place and link that the site logs.
 */
export async function verifyChain(db: Db, { keyring }: { readonly keyring: Keyring }): Promise<ChainReport> {
  const start = await readHead(db);
  const check = createCheck(keyring, start);
  for (let after: number | undefined; ; ) {
    let page = db.selectFrom('audit').selectAll().where('seq', '<=', start.seq).orderBy('seq').limit(PAGE);
    if (after !== undefined) page = page.where('seq', '>', after);
    const lines = (await page.execute()) as AuditLine[];
    for (const line of lines) check.take(line);
    after = lines.at(-1)?.seq;
    if (lines.length < PAGE) break;
  }
  const newest = await db
    .selectFrom('audit')
    .select((eb) => [
      eb.fn.max('seq').as('seq'),
      eb.fn.countAll<number | string>().filterWhere('seq', 'is', null).as('unchained'),
    ])
    .executeTakeFirstOrThrow();
  const end = await readHead(db);
  if (judgeHead(keyring, start) === 'whole' && judgeHead(keyring, end) === 'forged')
    check.complain('head-forged', end.seq);
  if ((newest.seq ?? 0) > end.seq) check.complain('stray', end.seq + 1, Number(newest.seq));
  const report = check.end();
  const problems = report.problems.flatMap((problem) => withoutRemoved(problem, end.first_seq));
  return { ...report, problems, unchained: Number(newest.unchained) };
}

/** The oldest lines may have been removed while we read, as they should: those before `first` are not missing. */
function withoutRemoved(problem: ChainProblem, first: number): ChainProblem[] {
  if (problem.kind !== 'missing' || problem.from >= first) return [problem];
  return problem.to < first ? [] : [{ ...problem, from: first }];
}

/** Takes the lines in order of their place. */
function createCheck(keyring: Keyring, head: AuditHead) {
  const problems: ChainProblem[] = [];
  const secretChanges: { seq: number; at: IsoTime }[] = [];
  const provenKeys = new Set<string>();
  let [next, previous, lines, unknownKey] = [head.first_seq, head.before_first, 0, 0];
  let explainedUntil = '';
  let newestProven = '';
  let unexplained: { from: number; to: number } | undefined;
  let amongProven: { from: number; to: number } | undefined;

  const complain = (kind: ChainProblem['kind'], from: number, to = from) => problems.push({ kind, from, to });
  if (judgeHead(keyring, head) === 'forged') complain('head-forged', head.seq);

  /**
   * A secret that we no longer have is explained by a later line that says that it was changed. Not behind a line that we
   * can check, unless soon after a change: any line could be made to look like that. Its own time proves nothing.
   */
  function takeOfUnknownKey({ seq, at }: AuditLine): void {
    unknownKey++;
    if (at <= explainedUntil && newestProven <= explainedUntil) return;
    if (newestProven === '') unexplained = { from: unexplained?.from ?? seq, to: seq };
    else amongProven = { from: amongProven?.from ?? seq, to: seq };
  }

  function takeProven(line: AuditLine): void {
    const { seq, at, action, detail, key_id } = line;
    if (action === 'chain-broken') complain('broken-before', seq);
    if (action === 'secret-changed') {
      secretChanges.push({ seq, at });
      // Whoever wants lines of theirs to look like those of an old secret can make the site say this. But not first.
      if (provenKeys.has(key_id) && detail !== '') complain('unexplained-change', seq);
      explainedUntil = new Date(Date.parse(at) + ROLLING_MS).toISOString();
      unexplained = undefined;
    }
    provenKeys.add(key_id);
    if (at > newestProven) newestProven = at;
  }

  return {
    complain,
    take(line: AuditLine): void {
      const { seq, key_id, link, previous_link } = line;
      lines++;
      if (seq < next) {
        complain('stray', seq);
        return;
      }
      if (seq > next) complain('missing', next, seq - 1);
      else if (previous_link !== previous) complain('out-of-place', seq);
      const secret = secretOfKey(keyring, key_id);
      if (secret === undefined) takeOfUnknownKey(line);
      else if (linkOf(secret, line) === link) takeProven(line);
      else complain('changed', seq);
      [next, previous] = [seq + 1, link];
    },
    end(): Omit<ChainReport, 'unchained'> {
      if (next <= head.seq) complain('missing', next, head.seq);
      else if (previous !== head.link) complain('end-differs', head.seq);
      for (const range of [unexplained, amongProven])
        if (range !== undefined) complain('unexplained-key', range.from, range.to);
      const { seq, link, first_seq } = head;
      return {
        problems: problems.toSorted((one, other) => one.from - other.from),
        lines,
        unknownKey,
        secretChanges,
        head: { seq, link, first_seq },
      };
    },
  };
}
