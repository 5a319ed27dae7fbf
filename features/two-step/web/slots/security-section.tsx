import { useState } from 'react';
import { CODE_WORDS } from '#content/code.ts';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import type { NewCodes } from '#contract/code.ts';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
} from '#features/accounts/web/security/security-part.tsx';
import { sayWhyNot } from '#features/accounts/web/security/use-act.ts';
import type { RecoveryCodesAnswer, SecondStepBegun } from '#features/two-step/bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { CodeForm } from '#features/two-step/web/code-form.tsx';
import { copy, RecoveryCodes, RecoveryCodesLeft } from '#features/two-step/web/recovery-codes.tsx';
import { type FailedCall, postBody } from '#web/api/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { takeFocus, useBusy } from '#web/ui/use-busy.ts';

const WORDS = SECOND_STEP_WORDS;
const SENTENCES = { code: { missing: WORDS.sixDigits, malformed: WORDS.sixDigits } };

type Doing =
  | { readonly what: 'nothing' | 'renew' | 'off' }
  | { readonly what: 'turn-on'; readonly begun: SecondStepBegun }
  | { readonly what: 'codes'; readonly made: NewCodes };

function SecondStepPart({
  security: { hasSecondStep, recoveryCodesLeft, hasUnsavedCodes },
  ensureProof,
  reload,
}: SecurityPartProps) {
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' });
  const { busy, run } = useBusy();
  const stop = () => setDoing({ what: 'nothing' });
  const ends = { onFailed: lookAgain, cancel: { label: WORDS.cancel, onPress: stop } };

  async function begin() {
    if (!(await ensureProof())) return;
    const result = await postBody<SecondStepBegun>(SECOND_STEP_API.begin);
    if (result.kind === 'ok') setDoing({ what: 'turn-on', begun: result.data });
    else await lookAgain(result);
  }

  /** Asks for a proof of identity without the code, because the form that then opens sends the code with its own request. */
  async function ask(what: 'renew' | 'off') {
    if (await ensureProof({ codeFollows: true })) setDoing({ what });
  }

  async function showCodes(made: NewCodes) {
    setDoing({ what: 'codes', made });
    await reload();
  }

  async function endCodes() {
    stop();
    await reload();
  }

  /** Loads the account's state again after a refusal, because an earlier attempt may have succeeded with its answer lost. */
  async function lookAgain(result: FailedCall) {
    sayWhyNot(result);
    if (result.kind !== 'refused' || result.status !== 409) return;
    stop();
    await reload();
  }

  return (
    <SecurityPart
      id="second-step"
      title={WORDS.title}
      lead={hasSecondStep || doing.what === 'codes' ? WORDS.isOn : WORDS.isOff}
    >
      {doing.what === 'turn-on' && (
        <>
          <p ref={takeFocus} tabIndex={-1} className="scroll-mb-96">
            {WORDS.scan}
          </p>
          <p>{WORDS.noApp}</p>
          <Qr {...doing.begun.qr} />
          <p className="text-small">
            {WORDS.key}: <code className="wrap-anywhere">{grouped(doing.begun.secret)}</code>
          </p>
          <div className="flex flex-wrap gap-3">
            <a href={doing.begun.uri} className="button button-quiet">
              {WORDS.open}
            </a>
            <Button onClick={() => void copy(doing.begun.secret)}>{WORDS.copyKey}</Button>
          </div>
          <p className="text-small text-soft">{WORDS.notOpened}</p>
          <CodeForm
            label={WORDS.code}
            submit={WORDS.confirm}
            ofApp
            send={(code) => postBody<RecoveryCodesAnswer>(SECOND_STEP_API.confirm, { code })}
            onDone={async (made) => {
              toast.success(WORDS.onDone, ACTION);
              await showCodes(made);
            }}
            {...ends}
            sentences={SENTENCES}
          />
        </>
      )}
      {doing.what === 'renew' && (
        <CodeForm
          hint={WORDS.renewHint}
          submit={WORDS.submit}
          send={(code) => postBody<RecoveryCodesAnswer>(SECOND_STEP_API.recoveryCodes, { code })}
          onDone={showCodes}
          {...ends}
        />
      )}
      {doing.what === 'off' && (
        <CodeForm
          hint={CODE_WORDS.lead}
          submit={WORDS.off}
          send={(code) => postBody(SECOND_STEP_API.off, { code })}
          onDone={async ({ message }) => {
            stop();
            toast.success(message, ACTION);
            await reload();
          }}
          {...ends}
        />
      )}
      {doing.what === 'codes' && <RecoveryCodes made={doing.made} lead={WORDS.codesLead} onDone={endCodes} />}
      {doing.what === 'nothing' &&
        (hasSecondStep ? (
          <>
            <RecoveryCodesLeft left={recoveryCodesLeft} areUnsaved={hasUnsavedCodes} />
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => void run(true, () => ask('renew'))}>{WORDS.renew}</Button>
              <Button onClick={() => void run(true, () => ask('off'))}>{WORDS.off}</Button>
            </div>
          </>
        ) : (
          <div>
            <Button busy={busy !== null} onClick={() => void run(true, begin)}>
              {WORDS.turnOn}
            </Button>
          </div>
        ))}
    </SecurityPart>
  );
}

/** The QR code is dark on light in both themes, because not every camera reads inverted codes. */
function Qr({ size, path }: SecondStepBegun['qr']) {
  return (
    <svg
      role="img"
      aria-label={WORDS.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      // On a phone the QR code is below the form, because a phone cannot scan its own screen. It may shrink, because a phone with
      // text at 200 % has less room than the usual width of the code.
      className="h-auto w-52 max-w-full pointer-coarse:order-last"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function grouped(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

export default { order: 30, Section: SecondStepPart } satisfies SecuritySection;
