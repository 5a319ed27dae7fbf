import { type ComponentProps, type SyntheticEvent, useRef, useState } from 'react';
import { DID_YOU_MEAN, likelyAddress, PRESS_AGAIN } from '#contract/likely-address.ts';
import { ADDRESS_INPUT } from './address-input.ts';
import { TextField } from './text-field.tsx';

const [QUESTION, END] = DID_YOU_MEAN.split('{email}');

type Doubt = { readonly field: HTMLInputElement; readonly likely: string };

/**
 * An email field that asks about an address that looks mistyped, and offers the likely one. It is invalid until it gets the focus
 * again, so that the form of `useCheckedForm` asks once before it sends.
 */
export function AddressField({ hint, ...field }: Omit<ComponentProps<typeof TextField>, 'name'>) {
  const [doubt, setDoubt] = useState<Doubt>();
  const asked = useRef<string>(undefined);

  function check({ currentTarget: field }: SyntheticEvent<HTMLInputElement>) {
    const likely = likelyAddress(field.value);
    setDoubt(likely ? { field, likely } : undefined);
    if (!likely || asked.current === field.value) return;
    asked.current = field.value;
    field.setCustomValidity(PRESS_AGAIN);
  }

  function correct({ field, likely }: Doubt) {
    field.value = likely;
    field.focus();
    // Drafts and errors follow what is typed.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <TextField
      autoComplete="email"
      {...field}
      name="email"
      {...ADDRESS_INPUT}
      required
      onFocus={({ currentTarget }) => currentTarget.setCustomValidity('')}
      onInput={({ currentTarget }) => {
        currentTarget.setCustomValidity('');
        setDoubt(undefined);
      }}
      onBlur={check}
      onKeyDown={(event) => {
        if (event.key === 'Enter') check(event);
      }}
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
