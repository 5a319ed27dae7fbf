import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { CODE_WORDS } from '#content/code.ts';
import { PROOF_WORDS } from '#content/proof.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { type AcceptedAnswer, MESSAGES } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { failure, isMoreNeeded } from '#features/accounts/web/sign-in/auth-notice.ts';
import { authPath } from '#features/accounts/web/sign-in/auth-path.ts';
import CodeField, { CODE_SENTENCES } from '#features/accounts/web/sign-in/code-field.tsx';
import { FIELD_SENTENCES } from '#features/accounts/web/sign-in/field-sentences.ts';
import { noticeSignedOut } from '#features/accounts/web/use-signed-in.ts';
import { type FailedCall, isProofWrong, type PromptResult, postBody } from '#web/api/call-api.ts';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckedForm, SubmitButton } from '#web/ui/checked-form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import type { ArrivedProof } from './arrived-proof.ts';
import { hasCodeStep, promptOf, type Security } from './second-steps.ts';

/** After these refusals the person must prove their identity anew. */
const STALE_PROOF: ReadonlySet<string> = new Set(['FIRST_STEP_NEEDED', 'PROOF_MISSING']);

const SENTENCES = { ...FIELD_SENTENCES, ...CODE_SENTENCES };

type Step = 'first' | 'second' | 'proved';

type ProveIdentityProps = {
  /** What the security page knows about the account. Null until the server has answered. */
  readonly security: Security | null;
  readonly email: string;
  /** With `deletion`, the provider sends the person back to the profile. */
  readonly purpose: 'proof' | 'deletion';
  readonly words: {
    readonly submit: string;
    /** Set if the label of the passkey button differs from the usual one. */
    readonly passkey?: string;
    readonly continueWith: string;
    readonly waiting: string;
    readonly provedBy?: string;
  };
  readonly arrived?: ArrivedProof | null;
  /** Set if the action itself asks for the code. This dialog then does not. */
  readonly codeFollows?: boolean;
  /** If true, `onProved` gets the password, because the server checks the password in the request of the action itself. */
  readonly handsOnPassword?: boolean | undefined;
  readonly check?: (values: FormData) => readonly FieldProblem[];
  readonly children?: ReactNode;
  /** Runs the action that needed the proof. Resolves with the failure of that action, which this dialog then shows. */
  readonly onProved: (password?: string) => Promise<FailedCall | null | undefined>;
  readonly onCancel: () => void;
};

/** Asks for a passkey, or first for the password or a provider's sign-in, and then for a second step if the account has one. */
export default function ProveIdentity({
  security,
  email,
  purpose,
  words,
  arrived = null,
  codeFollows = false,
  handsOnPassword = false,
  check = () => [],
  children,
  onProved,
  onCancel,
}: ProveIdentityProps) {
  const { pathname } = useLocation();
  const [notice, setNotice] = useState(() => arrived?.noticeFor(purpose) ?? null);
  const [moved, setMoved] = useState(() => stepAfter(arrived));
  const asked = useBusy();
  const { sites, neverAlone } = useProofElsewhere({
    security,
    purpose,
    onNotice: setNotice,
    onProved: () => void asked.run(true, () => proved()),
    onCodeNeeded: askForSecond,
  });

  const step = moved ?? (security?.needsCode ? 'second' : 'first');
  const { hasPassword = false, recoveryCodesLeft = 0 } = security ?? {};
  const hasSecondStep = security !== null && hasCodeStep(security);
  const prompt = security === null ? undefined : promptOf(security);
  const onlyRecovery = prompt !== undefined && !hasSecondStep;
  const asksPassword = step === 'first' && hasPassword;
  const asksCode = step === 'second' && !(onlyRecovery && recoveryCodesLeft === 0);
  // The deletion dialog asks for the name first, so its second step takes no focus when the dialog opens.
  const startsHere = step === 'second' && (purpose === 'proof' || moved !== null);
  const offered = step === 'first' && !handsOnPassword ? sites : [];
  const noPassword = neverAlone ? named(PROOF_WORDS.neverAlone, neverAlone) : PROOF_WORDS.noPassword;
  const waiting = sites.find(({ isWaiting }) => isWaiting);

  const form = useCheckedForm(
    SENTENCES,
    async (values) => {
      setNotice(null);
      const password = String(values.get('password'));
      if (step === 'proved') return proved();
      if (asksCode) return take(await postBody(ACCOUNT_API.proof, { code: values.get('code') }), 'code');
      if (asksPassword && handsOnPassword) return proved(password);
      if (asksPassword) return take(await postBody(ACCOUNT_API.proof, { password }), 'password');
      if (prompt) await askForPasskey();
      else offered[0]?.press();
      return [];
    },
    check,
  );

  /** Runs `go` if the dialog's other fields are valid. */
  function whenRight(go: () => void) {
    const wrong = check(new FormData(form.formProps.ref.current ?? undefined));
    form.show(wrong);
    if (wrong.length === 0) go();
  }

  async function askForPasskey() {
    setNotice(null);
    await asked.run(true, async () => prompt && take(await prompt.ask()));
  }

  function askForSecond() {
    if (codeFollows) void proved();
    else setMoved('second');
  }

  async function proved(password?: string): Promise<readonly FieldProblem[]> {
    const failed = await onProved(password);
    return failed ? take(failed, 'password') : [];
  }

  /** Handles the server's answer. Resolves with the error to show below `field`, if there is one. */
  async function take(
    result: PromptResult<AcceptedAnswer>,
    field?: string,
  ): Promise<readonly FieldProblem[]> {
    noticeSignedOut(result);
    if (result.kind === 'ok') return proved();
    if (isMoreNeeded(result)) askForSecond();
    else if (result.kind === 'refused' && STALE_PROOF.has(result.refusal.code)) {
      setMoved('first');
      setNotice(failure(result));
    } else if (field && result.kind === 'refused' && isProofWrong(result))
      return [{ field, message: result.refusal.message }];
    else if (result.kind !== 'cancelled') setNotice(failure(result));
    return [];
  }

  const look = purpose === 'deletion' ? 'danger' : 'quiet';
  const deletesNow = purpose === 'deletion' && (handsOnPassword || step === 'proved');
  const submit = (asksPassword || asksCode || step === 'proved') && (
    <SubmitButton
      {...(purpose === 'deletion' && { look })}
      {...(deletesNow && { busyLabel: MESSAGES.deletingAccount })}
    >
      {words.submit}
    </SubmitButton>
  );

  return (
    <CheckedForm form={form} className="mt-5 grid grid-cols-1 gap-5">
      <Banner message={notice} onDismiss={() => setNotice(null)} />
      {children}
      {step === 'proved' && arrived && words.provedBy && (
        <p role="status">{named(words.provedBy, arrived.by)}</p>
      )}
      {step === 'second' && prompt && !asksCode && <p className="text-soft">{PROOF_WORDS.passkey}</p>}
      {prompt && step !== 'proved' && (
        <Button
          key={step}
          look={look}
          busy={asked.busy !== null}
          autoFocus={startsHere && !asksCode}
          onClick={() => whenRight(() => void askForPasskey())}
        >
          {words.passkey ?? prompt.label}
        </Button>
      )}
      {asksPassword && (
        <>
          {/* Names the account for password managers, which would otherwise take the text field above as the user name. */}
          <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
          <PasswordField
            label={PROOF_WORDS.password}
            name="password"
            autoComplete="current-password"
            required
            autoFocus={moved === 'first'}
          />
        </>
      )}
      {asksCode && (
        <CodeField
          label={onlyRecovery ? PROOF_WORDS.recoveryCode : CODE_WORDS.label}
          autoFocus={startsHere}
          // A screen reader reads this hint when the focus moves from the password to this field.
          hint={prompt ? passkeyLead(hasSecondStep) : CODE_WORDS.lead}
        />
      )}
      {purpose === 'proof' && submit}
      {offered.map(({ id, name, icon, isWaiting, press }) => (
        <Button
          key={id}
          look={look}
          busy={asked.busy !== null}
          aria-busy={isWaiting || undefined}
          onClick={() => whenRight(press)}
        >
          {!isWaiting && icon}
          {named(words.continueWith, name)}
        </Button>
      ))}
      <div role="status">{waiting && <p className="text-soft">{named(words.waiting, waiting.name)}</p>}</div>
      {security !== null && step === 'first' && (
        <p className="text-small text-soft">
          {hasPassword ? PROOF_WORDS.forgotten : noPassword}{' '}
          <Link to={authPath('reset', pathname)} state={{ email }} className="text-link">
            {hasPassword ? PROOF_WORDS.newPassword : PROOF_WORDS.setPassword}
          </Link>
        </p>
      )}
      <div className={purpose === 'deletion' ? 'flex flex-wrap justify-end gap-3' : 'grid'}>
        <Button onClick={onCancel}>{PROOF_WORDS.cancel}</Button>
        {purpose === 'deletion' && submit}
      </div>
    </CheckedForm>
  );
}

function passkeyLead(hasSecondStep: boolean): string {
  return hasSecondStep ? PROOF_WORDS.passkeyOrApp : PROOF_WORDS.passkeyOrCode;
}

function stepAfter(arrived: ArrivedProof | null): Step | null {
  if (arrived?.outcome === 'proved') return 'proved';
  return arrived?.outcome === 'code-needed' ? 'second' : null;
}

function named(words: string, provider: string): string {
  return filled(words, { provider });
}

type Elsewhere = {
  readonly id: string;
  readonly name: string;
  readonly icon: ReactNode;
  readonly isWaiting: boolean;
  /** Opens the provider's window. Call this function in the click handler, because browsers block the window elsewhere. */
  readonly press: () => void;
};

type ProofElsewhere = {
  readonly sites: readonly Elsewhere[];
  /** A linked provider that cannot prove the person's identity. */
  readonly neverAlone: string | undefined;
};

type Asking = {
  readonly security: Security | null;
  readonly purpose: 'proof' | 'deletion';
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onProved: () => void;
  readonly onCodeNeeded: () => void;
};

export type UseProofElsewhere = (asking: Asking) => ProofElsewhere;

const NOWHERE: ProofElsewhere = { sites: [], neverAlone: undefined };
const useNowhere: UseProofElsewhere = () => NOWHERE;

const [useProofElsewhere = useNowhere] = Object.values(
  import.meta.glob<UseProofElsewhere>('/features/*/web/slots/proof-elsewhere.tsx', {
    eager: true,
    import: 'default',
  }),
);
