import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PROFILE_WORDS } from '#content/account.ts';
import { sentenceOf } from '#contract/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const WORDS = PROFILE_WORDS.deletion;

type DeleteDialogProps = {
  /** The name that must be typed. */
  readonly name: string;
  /** Called with the typed proof after the dialog has closed. */
  readonly onDelete: (proof: { readonly name: string; readonly password: string }) => void;
  /** Called whichever way it closed. */
  readonly onClose: () => void;
};

/** Asks for the name and the password before an account is deleted (spec §2 and §5). Opens when it is rendered. */
export function DeleteDialog({ name, onDelete, onClose }: DeleteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [mismatch, setMismatch] = useState(false);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const typed = String(values.get('name'));
    const password = String(values.get('password'));
    setMismatch(typed !== name);
    if (typed !== name) {
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
      return;
    }
    // Without a password nothing happens, silently (spec §5); the focus says where to go on.
    if (password === '') {
      form.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
      return;
    }
    dialog.current?.close();
    onDelete({ name: typed, password });
  }

  return (
    <dialog
      ref={dialog}
      className="card delete-dialog"
      aria-labelledby="delete-title"
      data-testid="delete-dialog"
      onClose={onClose}
    >
      <h2 id="delete-title" className="text-title">
        {WORDS.title}
      </h2>
      <p className="mt-2 text-soft">{WORDS.text}</p>
      <form ref={form} method="dialog" className="mt-5 grid gap-5" onSubmit={onSubmit} noValidate>
        <TextField
          label={WORDS.name}
          name="name"
          autoComplete="off"
          hint={`${WORDS.nameHint} ${name}`}
          problem={mismatch ? sentenceOf('NAME_MISMATCH') : undefined}
          onInput={() => setMismatch(false)}
        />
        <PasswordField label={WORDS.password} name="password" autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => dialog.current?.close()}>{WORDS.cancel}</Button>
          <Button type="submit" look="danger">
            {WORDS.submit}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
