import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { DID_YOU_MEAN, LOOKS_MISTYPED, likelyAddress } from '#contract/likely-address.ts';
import { ADDRESS_INPUT } from './address-input.ts';
import { TextField } from './text-field.tsx';

const [QUESTION, END] = DID_YOU_MEAN.split('{email}');

const likelyFor = (typed: string, known: string | undefined) =>
  typed === known ? undefined : likelyAddress(typed);

type AddressFieldProps = Omit<ComponentProps<typeof TextField>, 'name'> & {
  /** An address that is known to be right, such as the account's own. The field suggests no other address for it. */
  readonly known?: string | undefined;
  /** Called with each new content of the field, and with its content at the start. */
  readonly onAddress?: (address: string) => void;
};

/**
 * An email field that offers the likely address for a mistyped one. A form with a mistyped address is sent only if the visitor
 * submits it again unchanged.
 */
export function AddressField({ hint, known, onAddress, ...rest }: AddressFieldProps) {
  const [likely, setLikely] = useState<string>();
  const question = useId();
  const place = useRef<HTMLInputElement>(null);
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
      field?.setCustomValidity('');
    };
    // The listeners are added to the form itself, so that they run before React’s handlers.
    const unmounted = new AbortController();
    field?.form?.addEventListener('submit', check, unmounted);
    field?.form?.addEventListener('input', askAnew, unmounted);
    return () => unmounted.abort();
  }, [known]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new initial value changes the content without an event.
  useEffect(() => {
    if (place.current) onAddress?.(place.current.value);
  }, [rest.defaultValue]);

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
      onInput={({ currentTarget }) => {
        setLikely(undefined);
        onAddress?.(currentTarget.value);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // If the focus moves to a button, no address is suggested, because the suggestion would move the button during the click.
        if (!(relatedTarget instanceof HTMLButtonElement)) setLikely(likelyFor(currentTarget.value, known));
      }}
      hint={
        <>
          {hint}{' '}
          <span id={question} role="status">
            {likely && (
              <>
                {QUESTION}
                <button
                  type="button"
                  className="text-link cursor-pointer"
                  aria-describedby={question}
                  onClick={() => correct(likely)}
                >
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
