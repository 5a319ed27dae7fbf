import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PROFILE_WORDS } from '#content/account.ts';
import { isSameName } from '#contract/display-name.ts';
import { sentenceOf } from '#contract/errors.ts';
import { PROVIDERS, type Provider } from '#contract/social.ts';
import { type AuthNotice, socialFailure } from '#web/account/sign-in/auth-notice.ts';
import type { RedirectAnswer } from '#web/account/social/redirect-answer.ts';
import { useSocialSignIn } from '#web/account/social/use-social-sign-in.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DeletionProof } from './profile-api.ts';
import { Proof } from './proof.tsx';
import { useWayToProve } from './sign-in-methods.ts';

const WORDS = PROFILE_WORDS.deletion;

type DeleteDialogProps = {
  /** The name that must be typed. */
  readonly name: string;
  /** How a redirect to a provider ended that this dialog had asked for. */
  readonly arrived: RedirectAnswer | null;
  /** Called with the proof after the dialog has closed. */
  readonly onDelete: (proof: DeletionProof) => void;
  /** Called whichever way it closed. */
  readonly onClose: () => void;
};

/**
 * Asks for the name, and for the password or a fresh window of a provider, before an account is deleted (spec §2 and
 * §5, decisions §3.11). Opens when it is rendered.
 */
export function DeleteDialog({ name, arrived, onDelete, onClose }: DeleteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const [notice, setNotice] = useState(noticeOf(arrived));
  const { way, retry } = useWayToProve();
  const { waitingFor, press } = useSocialSignIn({
    onNotice: setNotice,
    // The name was right at the press; the window that followed it confirmed the rest.
    onProved: () => finish({ name }),
  });
  const provedBy = arrived?.outcome === 'proved' ? arrived.provider : null;

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  function finish(proof: DeletionProof) {
    dialog.current?.close();
    onDelete(proof);
  }

  function focusOn(field: string) {
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const isNameRight = isSameName(name, String(values.get('name')));
    setMismatch(!isNameRight);
    if (!isNameRight) focusOn('name');
    else if (provedBy) finish({ name });
    else if (way.kind === 'password') finishWithPassword(String(values.get('password')));
    else if (way.kind === 'providers') continueWith(chosenProvider(event) ?? way.providers[0]);
  }

  function continueWith(provider: Provider | undefined) {
    if (provider) press({ provider, purpose: 'deletion', remember: false });
  }

  /** Without a password nothing happens, silently (spec §5); the focus says where to go on. */
  function finishWithPassword(password: string) {
    if (password === '') focusOn('password');
    else finish({ name, password });
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
      <p className="mt-2 text-soft">{way.kind === 'password' ? WORDS.text : WORDS.textWithoutPassword}</p>
      <form ref={form} method="dialog" className="delete-form" onSubmit={onSubmit} noValidate>
        <Banner message={notice?.message ?? null} onDismiss={() => setNotice(null)} />
        <TextField
          label={WORDS.name}
          name="name"
          autoComplete="off"
          defaultValue={arrived ? name : ''}
          hint={`${WORDS.nameHint} ${name}`}
          problem={mismatch ? sentenceOf('NAME_MISMATCH') : undefined}
          onInput={() => setMismatch(false)}
        />
        <Proof way={way} provedBy={provedBy} waitingFor={waitingFor} onRetry={retry} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => dialog.current?.close()}>{WORDS.cancel}</Button>
          {(way.kind === 'password' || provedBy) && (
            <Button type="submit" look="danger">
              {WORDS.submit}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

function noticeOf(arrived: RedirectAnswer | null): AuthNotice | null {
  return arrived && arrived.outcome !== 'proved'
    ? socialFailure(arrived.provider, arrived.outcome, 'deletion')
    : null;
}

/** The provider whose button was pressed; none for the Enter key. */
function chosenProvider(event: FormEvent): Provider | undefined {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return PROVIDERS.find((provider) => provider === (submitter as HTMLButtonElement | null)?.value);
}
