import type { IsoTime, SubmissionState } from '#server/database/schema.ts';
import { FORM_DEFINITIONS } from '#server/forms/form-definitions.ts';
import { oneOf, parseMoment, parseSpan } from '../flags.ts';

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
  return {
    form: oneOf('--form', FORM_NAMES, form),
    state: oneOf('--state', STATES, state),
    ...parseSpan({ from, to }),
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
