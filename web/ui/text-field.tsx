import type { ComponentProps } from 'react';
import { DescribedField, type FieldProps } from './described-field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'name'> & FieldProps;

/** A labelled one-line input whose hint and problem are announced with it. */
export function TextField({ label, name, hint, className = '', ...input }: TextFieldProps) {
  return (
    <DescribedField label={label} name={name} hint={hint}>
      {(described) => <input {...input} {...described} className={`input ${className}`} />}
    </DescribedField>
  );
}
