import { type ReactNode, useId } from 'react';
import { CONTROL_WORDS } from '#content/shell.ts';
import { filled } from '#contract/page-errors.ts';
import { useProblem, useSpoken } from './checked-form.tsx';

export type FieldProps = {
  readonly label: string;
  readonly name: string;
  readonly hint?: ReactNode;
  /** The id of a text elsewhere on the page that says what is wrong with the field. */
  readonly refusedBy?: string | undefined;
};

type Description = {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

type DescribedFieldProps = FieldProps & {
  readonly children: (description: Description) => ReactNode;
};

export function DescribedField({ label, name, hint, refusedBy, children }: DescribedFieldProps) {
  const id = useId();
  const problem = useProblem(name);
  const { count = 0, hadFocus = false } = useSpoken(name) ?? {};
  const hintId = hint ? `${id}-hint` : undefined;
  const problemId = problem ? `${id}-problem` : refusedBy;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': [problemId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': problemId ? true : undefined,
      })}
      {problem && (
        // Screen readers read the description when the focus moves to the field, and the alert if the focus is already
        // there.
        <p id={problemId} role={hadFocus ? 'alert' : undefined} className="field-problem">
          {count > 1 && <span className="sr-only">{filled(CONTROL_WORDS.problems, { count })} </span>}
          {problem}
        </p>
      )}
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
    </div>
  );
}
