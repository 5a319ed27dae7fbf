import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { DID_YOU_MEAN, LOOKS_MISTYPED, likelyAddress } from '#contract/likely-address.ts';
import { ADDRESS_INPUT } from './address-input.ts';
import { TextField } from './text-field.tsx';

const [QUESTION, END] = DID_YOU_MEAN.split('{email}');

const likelyFor = (typed: string, known: string | undefined) =>
  typed === known ? undefined : likelyAddress(typed);

type AddressFieldProps = Omit<ComponentProps<typeof TextField>, 'name'> & {
  readonly ref?: RefObject<HTMLInputElement | null>;
  /** An address that is known to be right, such as that of the account. The field asks no question about it. */
  readonly known?: string | undefined;
};

/** An email field that offers the likely address for a mistyped one. The form is sent only if it is submitted again unchanged. */
export function AddressField({ hint, ref, known, ...rest }: AddressFieldProps) {
  const [likely, setLikely] = useState<string>();
  const own = useRef<HTMLInputElement>(null);
  const place = ref ?? own;
  const asked = useRef<string>(undefined);

  useEffect(() => {
    const field = place.current;
    const check = () => {
      const found = field ? likelyFor(field.value, known) : undefined;
      setLikely(found);
      const isOpen = found && asked.current !== field?.value;
      field?.setCustomValidity(isOpen ? LOOKS_MISTYPED : '');
      asked.current = field?.value;
    };
    const askAnew = () => {
      asked.current = undefined;
    };
    // The listeners are added to the form itself, so that they run before React’s handlers.
    const unmounted = new AbortController();
    field?.form?.addEventListener('submit', check, unmounted);
    field?.form?.addEventListener('input', askAnew, unmounted);
    return () => unmounted.abort();
  }, [place, known]);

  function correct(address: string) {
    const field = place.current;
    if (!field) return;
    field.value = address;
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <TextField
      autoComplete="email"
      {...rest}
      ref={place}
      name="email"
      {...ADDRESS_INPUT}
      required
      onInput={() => setLikely(undefined)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // If the focus moves to a button, the question is not shown, because it would move the button during the click.
        if (!(relatedTarget instanceof HTMLButtonElement)) setLikely(likelyFor(currentTarget.value, known));
      }}
      hint={
        <>
          {hint}{' '}
          <span role="status">
            {likely && (
              <>
                {QUESTION}
                <button type="button" className="text-link cursor-pointer" onClick={() => correct(likely)}>
                  {likely}
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
