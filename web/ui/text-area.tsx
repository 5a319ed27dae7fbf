import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { DescribedField } from './described-field.tsx';

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
};

/** A labelled multi-line input whose hint and problem are announced with it. */
export function TextArea({ label, problem, hint, className = '', ...input }: TextAreaProps) {
  const id = useId();
  return (
    <DescribedField id={id} label={label} problem={problem} hint={hint}>
      {(described) => (
        <textarea dir="auto" {...input} {...described} id={id} className={`input ${className}`} />
      )}
    </DescribedField>
  );
}
