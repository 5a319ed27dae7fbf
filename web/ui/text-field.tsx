import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { DescribedField } from './described-field.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
};

/** A labelled one-line input whose hint and problem are announced with it. */
export function TextField({ label, problem, hint, className = '', ...input }: TextFieldProps) {
  const id = useId();
  return (
    <DescribedField id={id} label={label} problem={problem} hint={hint}>
      {(described) => <input {...input} {...described} id={id} className={`input ${className}`} />}
    </DescribedField>
  );
}
