import type { ComponentProps } from 'react';
import { DescribedField, type FieldProps } from './described-field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'className'> & FieldProps;

/** A labelled multi-line input whose hint and problem are announced with it. */
export function TextArea({ label, name, hint, ...area }: TextAreaProps) {
  return (
    <DescribedField label={label} name={name} hint={hint}>
      {(described) => <textarea dir="auto" {...area} {...described} className="input" />}
    </DescribedField>
  );
}
