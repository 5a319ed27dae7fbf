import { type SelectHTMLAttributes, useId } from 'react';
import { DescribedField } from './described-field.tsx';

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  readonly label: string;
  readonly name: string;
  /** The first line, which stands for no choice. */
  readonly choose: string;
  readonly options: readonly string[];
};

/** A labelled choice of one out of several. */
export function SelectField({ label, choose, options, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <DescribedField id={id} label={label} problem={undefined}>
      {(described) => (
        <select {...select} {...described} id={id} className="input">
          <option value="">{choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </DescribedField>
  );
}
