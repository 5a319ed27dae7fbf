import { type FormEvent, useRef, useState } from 'react';
import { PROFILE_WORDS } from '#content/account.ts';
import { isSameName } from '#contract/display-name.ts';
import { sentenceOf } from '#contract/errors.ts';
import { PROVIDERS, type Provider } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import { proveByPasskey } from '#web/account/passkeys/passkeys.ts';
import { CodeField } from '#web/account/second-step/code-field.tsx';
import { proveByCode } from '#web/account/second-step/second-step-api.ts';
import { failure, isMoreNeeded, socialFailure } from '#web/account/sign-in/auth-notice.ts';
import type { RedirectAnswer } from '#web/account/social/redirect-answer.ts';
import { useSocialSignIn } from '#web/account/social/use-social-sign-in.ts';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DeletionProof } from './profile-api.ts';
import { PASSKEY, Proof } from './proof.tsx';
import { useWayToProve, type WayToProve } from './sign-in-methods.ts';

const WORDS = PROFILE_WORDS.deletion;

type ProvidersWay = Extract<WayToProve, { kind: 'providers' }>;

type DeleteDialogProps = {
  /** Whose name must be typed. */
  readonly user: UserRecord;
  /** The result of a redirect to a provider that this dialog started. */
  readonly arrived: RedirectAnswer | null;
  readonly onDelete: (proof: DeletionProof) => void;
  readonly onClose: () => void;
};

/** Confirms a deletion by name, and by password or a provider's window (spec §2, §5, decisions §3.11). Opens when rendered. */
export function DeleteDialog({ user: { name, email }, arrived, onDelete, onClose }: DeleteDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const [notice, setNotice] = useState(noticeOf(arrived));
  const { way, retry } = useWayToProve();
  /** A provider or a passkey has confirmed the person, and the code of the second step is lacking. */
  const [askingForCode, setAskingForCode] = useState(arrived?.outcome === 'code-needed');
  const { waitingFor, press } = useSocialSignIn({
    onNotice: setNotice,
    // The name was checked when the button was pressed.
    onProved: () => onDelete({ name }),
    onCodeNeeded: () => setAskingForCode(true),
  });
  const provedBy = arrived?.outcome === 'proved' ? arrived.provider : null;

  function focusOn(field: string) {
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const isNameRight = isSameName(name, String(values.get('name')));
    setMismatch(!isNameRight);
    if (!isNameRight) focusOn('name');
    else if (askingForCode) void finishWithCode(String(values.get('code')));
    else if (provedBy) onDelete({ name });
    else if (way.kind === 'password') finishWithPassword(values, way.needsCode);
    else if (way.kind === 'providers' && isPasskeyChosen(event, way)) void continueWithPasskey();
    else if (way.kind === 'providers') continueWith(chosenProvider(event) ?? way.providers[0]);
  }

  function continueWith(provider: Provider | undefined) {
    if (provider) press({ provider, purpose: 'deletion', remember: false });
  }

  async function continueWithPasskey() {
    setNotice(null);
    const result = await proveByPasskey();
    if (result.kind === 'ok') onDelete({ name });
    else if (isMoreNeeded(result)) setAskingForCode(true);
    else if (result.kind !== 'cancelled') setNotice(failure(result));
  }

  /** An empty password does nothing (spec §5); the focus shows which field is missing. */
  function finishWithPassword(values: FormData, needsCode: boolean) {
    const [password, code] = [String(values.get('password')), String(values.get('code')).trim()];
    if (password === '') focusOn('password');
    else if (!needsCode) onDelete({ name, password });
    else if (code === '') focusOn('code');
    else onDelete({ name, password, code });
  }

  async function finishWithCode(code: string) {
    setNotice(null);
    if (code.trim() === '') {
      focusOn('code');
      return;
    }
    const result = await proveByCode(code);
    if (result.kind === 'ok') onDelete({ name });
    else setNotice(failure(result));
  }

  return (
    <Modal
      id="delete"
      title={WORDS.title}
      text={way.kind === 'password' ? WORDS.text : WORDS.textWithoutPassword}
      onCancel={onClose}
    >
      <form ref={form} className="delete-form" onSubmit={onSubmit} noValidate>
        <Banner message={notice} onDismiss={() => setNotice(null)} />
        <TextField
          label={WORDS.name}
          name="name"
          autoComplete="off"
          defaultValue={arrived ? name : ''}
          dir="auto"
          hint={
            <>
              {WORDS.nameHint} <bdi>{name}</bdi>
            </>
          }
          problem={mismatch ? sentenceOf('NAME_MISMATCH') : undefined}
          onInput={() => setMismatch(false)}
        />
        {/* For password managers, which would take the name above for it. */}
        <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
        {askingForCode ? (
          <CodeField autoFocus />
        ) : (
          <Proof way={way} provedBy={provedBy} waitingFor={waitingFor} onRetry={retry} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          {(way.kind === 'password' || provedBy || askingForCode) && (
            <Button type="submit" look="danger">
              {WORDS.submit}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}

function noticeOf(arrived: RedirectAnswer | null): BannerMessage | null {
  return arrived && arrived.outcome !== 'proved' && arrived.outcome !== 'code-needed'
    ? socialFailure(arrived.provider, arrived.outcome, 'deletion')
    : null;
}

/** By its button, or with Enter where there is nothing else. */
function isPasskeyChosen(event: FormEvent, { providers, hasPasskey }: ProvidersWay): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const isPressed = (submitter as HTMLButtonElement | null)?.value === PASSKEY;
  return isPressed || (hasPasskey && providers.length === 0);
}

/** The provider whose button was pressed; undefined when the form was submitted with Enter. */
function chosenProvider(event: FormEvent): Provider | undefined {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return PROVIDERS.find((provider) => provider === (submitter as HTMLButtonElement | null)?.value);
}
