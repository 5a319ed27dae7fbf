import { parseArgs } from 'node:util';
import { recordAlone } from '#server/audit/record-action.ts';
import { auditDeps } from '../audit-deps.ts';
import { EXIT_CODES, type ExitCode, type OperatorDeps } from '../command.ts';
import { parseLimit } from '../flags.ts';
import { fitInto, harmlessJson, harmlessLine } from '../harmless-text.ts';
import { table } from '../table.ts';
import { understand } from '../usage-error.ts';
import { FILTER_FLAGS, parseFilter } from './filter.ts';
import { countSubmissions, newestSubmissions, type StoredSubmission, shortIds } from './read-submissions.ts';
import { countOf, readableTime } from './sentences.ts';
import { submissionJson } from './submission-json.ts';

const LIMIT = { usual: 20, most: 1_000 };
/** As much of a message as the widest terminal shows. */
const MESSAGE_START = 500;
const NAME_COLUMNS = 24;

/** `submissions list`: the newest that match, and how many there are. */
export async function listSubmissions(deps: OperatorDeps, args: readonly string[]): Promise<ExitCode> {
  const { db, print, columns } = deps;
  const { values } = understand(() =>
    parseArgs({
      args: [...args],
      options: { ...FILTER_FLAGS, limit: { type: 'string' }, json: { type: 'boolean' } },
    }),
  );
  const filter = parseFilter(values);
  const limit = parseLimit(values.limit, LIMIT);
  await recordAlone({ ...auditDeps(deps), db }, { action: 'submissions-listed', actor: 'operator' });
  const total = await countSubmissions(db, filter);
  const submissions = await newestSubmissions(db, filter, limit);
  if (values.json) {
    print(harmlessJson({ total, submissions: submissions.map(submissionJson) }));
    return EXIT_CODES.done;
  }
  if (submissions.length === 0) {
    const isFiltered = Object.values(filter).some((condition) => condition !== undefined);
    print(isFiltered ? 'No submission is like that.' : 'Nobody has sent anything yet.');
    return EXIT_CODES.done;
  }
  const ids = await shortIds(
    db,
    submissions.map(({ id }) => id),
  );
  const lines = table(
    [
      { title: 'ID', most: 36, text: ({ id }) => ids.get(id) ?? id },
      { title: 'WHEN (UTC)', most: 16, text: ({ created_at }) => readableTime(created_at) },
      { title: 'FORM', most: 8, text: ({ form }) => form },
      { title: 'STATE', most: 11, text: ({ state }) => state },
      { title: 'FROM', most: columns, text: ({ email }) => email },
    ],
    submissions,
    columns,
    firstWords,
  );
  const more = total > submissions.length ? `The newest ${submissions.length} of ` : '';
  print(`${lines}\n\n${more}${countOf(total)}.`);
  return EXIT_CODES.done;
}

function firstWords({ name, message }: StoredSubmission): string {
  const words = message.slice(0, MESSAGE_START);
  return name === '' ? words : `${fitInto(harmlessLine(name), NAME_COLUMNS).trimEnd()}: ${words}`;
}
