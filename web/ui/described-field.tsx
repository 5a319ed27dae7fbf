import type { ReactNode } from 'react';

export type Description = {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

type DescribedFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly problem: string | undefined;
  readonly hint?: ReactNode;
  /** Renders the control with the given ARIA attributes. */
  readonly children: (description: Description) => ReactNode;
};

/** Label, control, hint and problem, linked by ARIA attributes. */
export function DescribedField({ id, label, problem, hint, children }: DescribedFieldProps) {
  const hintId = hint ? `${id}-hint` : undefined;
  const problemId = problem ? `${id}-problem` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        'aria-describedby': [problemId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {problem && (
        <p id={problemId} className="field-problem">
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
