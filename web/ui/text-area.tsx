import { type TextareaHTMLAttributes, useId } from 'react';
import { DescribedField } from './described-field.tsx';

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
};

/** A labelled multi-line input whose problem is announced with it. */
export function TextArea({ label, problem, className = '', ...input }: TextAreaProps) {
  const id = useId();
  return (
    <DescribedField id={id} label={label} problem={problem}>
      {(described) => <textarea {...input} {...described} id={id} className={`input ${className}`} />}
    </DescribedField>
  );
}
