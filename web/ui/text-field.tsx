import type { ComponentProps } from 'react';
import { DescribedField, type FieldProps } from './described-field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'name' | 'className'> & FieldProps;

export function TextField({ label, name, hint, refusedBy, ...input }: TextFieldProps) {
  return (
    <DescribedField label={label} name={name} hint={hint} refusedBy={refusedBy}>
      {(described) => <input {...input} {...described} className="input" />}
    </DescribedField>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'className'> & FieldProps;

export function TextArea({ label, name, hint, ...area }: TextAreaProps) {
  return (
    <DescribedField label={label} name={name} hint={hint}>
      {(described) => <textarea dir="auto" {...area} {...described} className="input" />}
    </DescribedField>
  );
}
