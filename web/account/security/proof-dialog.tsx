import { useState } from 'react';
import { CODE_WORDS } from '#content/code.ts';
import { PASSKEY_WORDS } from '#content/passkeys.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { FIELD_ERRORS } from '#contract/errors.ts';
import { filled } from '#contract/page-errors.ts';
import { PROVIDER_NAMES } from '#contract/social.ts';
import { proveByPasskey } from '#web/account/passkeys/passkeys.ts';
import { CodeForm } from '#web/account/second-step/code-form.tsx';
import { proveByCode } from '#web/account/second-step/second-step-api.ts';
import { failure, isMoreNeeded } from '#web/account/sign-in/auth-notice.ts';
import { ProviderIcon } from '#web/account/social/provider-icon.tsx';
import { useSocialSignIn } from '#web/account/social/use-social-sign-in.ts';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import type { Security } from './security-api.ts';
import { proveByPassword } from './security-api.ts';

const WORDS = SECURITY_WORDS.proof;

type ProofDialogProps = {
  readonly security: Security;
  readonly email: string;
  /** The password or provider was checked already: ask for the code of the second step only. */
  readonly needsCode: boolean;
  /** The form behind this dialog asks for the code itself. */
  readonly codeFollows: boolean;
  /** Called once, however the dialog closes. */
  readonly onAnswer: (isProved: boolean) => void;
};

/** Asks who is signed in to show once more that it is them, by any way in of the account. Opens when rendered. */
export function ProofDialog({ security, email, needsCode, codeFollows, onAnswer }: ProofDialogProps) {
  const [notice, setNotice] = useState<BannerMessage | null>(null);
  const [prompting, setPrompting] = useState(false);
  const [askingForCode, setAskingForCode] = useState(needsCode);
  const { waitingFor, press } = useSocialSignIn({
    onNotice: setNotice,
    onProved: () => onAnswer(true),
    onCodeNeeded,
  });
  const { busy, problems, formProps } = useCheckedForm(
    { password: { missing: FIELD_ERRORS.PASSWORD_MISSING } },
    async (values) => {
      setNotice(null);
      const result = await proveByPassword(String(values.get('password')));
      if (result.kind === 'ok') onAnswer(true);
      else if (isMoreNeeded(result)) onCodeNeeded();
      else if (result.kind === 'refused' && result.status === 403)
        return [{ field: 'password', message: result.refusal.message }];
      else setNotice(failure(result));
      return [];
    },
  );

  function onCodeNeeded() {
    if (codeFollows) onAnswer(true);
    else setAskingForCode(true);
  }

  async function askForPasskey() {
    setNotice(null);
    setPrompting(true);
    const result = await proveByPasskey();
    setPrompting(false);
    if (result.kind === 'ok') onAnswer(true);
    else if (isMoreNeeded(result)) onCodeNeeded();
    else if (result.kind !== 'cancelled') setNotice(failure(result));
  }

  return (
    <Modal id="proof" title={WORDS.title} text={WORDS.text} onCancel={() => onAnswer(false)}>
      <div className="delete-form">
        <Banner message={notice} onDismiss={() => setNotice(null)} />
        {askingForCode && (
          <>
            <p className="text-soft">{CODE_WORDS.lead}</p>
            <CodeForm
              submit={CODE_WORDS.submit}
              send={(code) => {
                setNotice(null);
                return proveByCode(code);
              }}
              onDone={() => onAnswer(true)}
              onFailed={(result) => setNotice(failure(result))}
            />
          </>
        )}
        {!askingForCode && security.hasPassword && (
          <form {...formProps} className="grid gap-5">
            <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
            <PasswordField
              label={WORDS.password}
              name="password"
              autoComplete="current-password"
              required
              problem={problems.password}
            />
            <Button type="submit" look="dawn" busy={busy}>
              {WORDS.submit}
            </Button>
          </form>
        )}
        {!askingForCode && security.passkeys.length > 0 && (
          <Button busy={prompting} onClick={() => void askForPasskey()}>
            {PASSKEY_WORDS.confirm}
          </Button>
        )}
        {(askingForCode ? [] : security.providers).map((provider) => (
          <Button
            key={provider}
            aria-busy={waitingFor === provider || undefined}
            onClick={() => press({ provider, purpose: 'proof', remember: false })}
          >
            {waitingFor !== provider && <ProviderIcon provider={provider} />}
            {filled(WORDS.continueWith, { provider: PROVIDER_NAMES[provider] })}
          </Button>
        ))}
        <div role="status">
          {waitingFor && (
            <p className="text-soft">{filled(WORDS.waiting, { provider: PROVIDER_NAMES[waitingFor] })}</p>
          )}
        </div>
        <Button onClick={() => onAnswer(false)}>{WORDS.cancel}</Button>
      </div>
    </Modal>
  );
}
