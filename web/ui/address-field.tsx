import { type ComponentProps, type FocusEvent, useState } from 'react';
import { DID_YOU_MEAN, likelyAddress } from '#contract/likely-address.ts';
import { ADDRESS_INPUT } from './address-input.ts';
import { TextField } from './text-field.tsx';

const [QUESTION, END] = DID_YOU_MEAN.split('{email}');

type Doubt = { readonly field: HTMLInputElement; readonly likely: string };

/** An email field. When it loses the focus, it asks about an address that looks mistyped, and offers the likely one. */
export function AddressField({ hint, ...field }: Omit<ComponentProps<typeof TextField>, 'name'>) {
  const [doubt, setDoubt] = useState<Doubt>();

  function check({ currentTarget: field }: FocusEvent<HTMLInputElement>) {
    const likely = likelyAddress(field.value);
    setDoubt(likely ? { field, likely } : undefined);
  }

  function correct({ field, likely }: Doubt) {
    field.value = likely;
    field.focus();
    setDoubt(undefined);
  }

  return (
    <TextField
      autoComplete="email"
      {...field}
      name="email"
      {...ADDRESS_INPUT}
      required
      onBlur={check}
      hint={
        <>
          {hint}{' '}
          <span role="status">
            {doubt && (
              <>
                {QUESTION}
                <button type="button" className="text-link cursor-pointer" onClick={() => correct(doubt)}>
                  {doubt.likely}
                </button>
                {END}
              </>
            )}
          </span>
        </>
      }
    />
  );
}
