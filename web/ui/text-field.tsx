import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { DescribedField } from './described-field.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
  /** Characters that people see; more are refused on submit, never cut off. */
  readonly most?: number;
};

/** A labelled one-line input whose hint and problem are announced with it. */
export function TextField({ label, problem, hint, most, className = '', ...input }: TextFieldProps) {
  const id = useId();
  return (
    <DescribedField id={id} label={label} problem={problem} hint={hint}>
      {(described) => (
        <input {...input} {...described} data-most={most} id={id} className={`input ${className}`} />
      )}
    </DescribedField>
  );
}
