import type { IsoTime, SubmissionState } from '#server/database/schema.ts';
import { FORM_DEFINITIONS } from '#server/forms/form-definitions.ts';
import { UsageError } from '../usage-error.ts';

/** Which submissions; what is absent does not count. */
export type SubmissionFilter = {
  readonly form?: string | undefined;
  readonly state?: SubmissionState | undefined;
  /** From this moment on. */
  readonly from?: IsoTime | undefined;
  /** Up to this moment, without it. */
  readonly before?: IsoTime | undefined;
};

const STATES = ['received', 'quarantined', 'unpaid'] as const satisfies readonly SubmissionState[];
const FORM_NAMES = FORM_DEFINITIONS.map(({ name }) => name);

/** The flags of `list` and `export`, for `parseArgs`. */
export const FILTER_FLAGS = {
  form: { type: 'string' },
  state: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const;

export const FILTER_USAGE = `  --form ${FORM_NAMES.join('|')}, --state ${STATES.join('|')}
  --from DATE, --to DATE   2026-11-21 is that whole day (UTC); 2026-11-21T09:30Z is a moment`;

type Flags = { readonly [name in keyof typeof FILTER_FLAGS]?: string | undefined };

/** Throws `UsageError`, naming the flag, when a value is none that it takes. */
export function parseFilter({ form, state, from, to }: Flags): SubmissionFilter {
  const start = from === undefined ? undefined : parseMoment('--from', from);
  const end = to === undefined ? undefined : parseMoment('--to', to);
  if (start !== undefined && end !== undefined && start.from >= end.until) {
    throw new UsageError(`--from ${from} is later than --to ${to}.`);
  }
  return {
    form: oneOf('--form', FORM_NAMES, form),
    state: oneOf('--state', STATES, state),
    from: start?.from,
    before: end?.until,
  };
}

/** As `parseFilter`, for `delete`: everything of a state (and form) that came before a date. */
export function parseDeletion(flags: Flags & { readonly before: string }): SubmissionFilter {
  return {
    form: oneOf('--form', FORM_NAMES, flags.form),
    state: oneOf('--state', STATES, flags.state),
    before: parseMoment('--before', flags.before).from,
  };
}

function oneOf<T extends string>(
  flag: string,
  choices: readonly T[],
  value: string | undefined,
): T | undefined {
  const found = choices.find((choice) => choice === value);
  if (value !== undefined && found === undefined) {
    throw new UsageError(`${flag} must be ${CHOICE.format(choices)}, not “${value}”.`);
  }
  return found;
}

/** `received, quarantined or unpaid`. */
const CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const DATE = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Times of five-digit years do not sort as text. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A day, or a millisecond: when it begins, and when the next one does. */
function parseMoment(flag: string, value: string): { from: IsoTime; until: IsoTime } {
  const [, day = '', time, zone] = DATE.exec(value) ?? [];
  const begin = Date.parse(time !== undefined && zone === undefined ? `${value}Z` : value);
  if (day === '' || Number.isNaN(begin) || !isDay(day)) {
    throw new UsageError(`${flag} must be a date like 2026-11-21 or 2026-11-21T09:30Z, not “${value}”.`);
  }
  const end = Math.min(begin + (time === undefined ? DAY_MS : 1), LATEST_MS);
  return { from: new Date(begin).toISOString(), until: new Date(end).toISOString() };
}

/** The 30th of February would become the 2nd of March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}
