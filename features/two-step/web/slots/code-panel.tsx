import { CODE_WORDS } from '#content/code.ts';
import { CODE_SIGN_IN_WORDS, LOST_CODES_WORDS } from '#content/features/two-step-sign-in.ts';
import { filled } from '#contract/page-errors.ts';
import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import CodeField, { CODE_SENTENCES } from '#features/accounts/web/sign-in/code-field.tsx';
import { EverythingLost } from '#features/accounts/web/sign-in/everything-lost.tsx';
import type { SignInPage } from '#features/accounts/web/sign-in/sign-in-slots.ts';
import type { CodeSignInAnswer } from '#features/two-step/bodies.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { ApiForm } from '#web/ui/api-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/checked-form.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';

export default function CodePanel({ onSignedIn, onNotice, show }: SignInPage) {
  return (
    <ApiForm
      action={SECOND_STEP_API.signIn}
      sentences={CODE_SENTENCES}
      proof="code"
      send={(values) => {
        onNotice(null);
        return postBody<CodeSignInAnswer>(SECOND_STEP_API.signIn, {
          code: values.get('code'),
          trust: values.get('trust') === 'true',
        });
      }}
      onDone={async ({ data, remembered = false, recoveryCodesLeft: left }) => {
        if (data) await onSignedIn(data, remembered);
        // This toast replaces the toast about the sign-in, and stays longer.
        if (left !== undefined) toast(filled(CODE_SIGN_IN_WORDS.codeUsed, { left }), ACTION);
      }}
      onFailed={(result) => {
        if (result.kind === 'refused' && result.status < 429) show('sign-in', failure(result));
        else onNotice(failure(result));
      }}
    >
      <CodeField autoFocus hint={CODE_WORDS.lead} />
      <label className="flex min-h-8 items-center gap-2.5">
        <input type="checkbox" name="trust" value="true" className="tick" />
        {CODE_WORDS.trust}
      </label>
      <SubmitButton>{CODE_WORDS.submit}</SubmitButton>
      <Button onClick={() => show('sign-in')}>{CODE_WORDS.cancel}</Button>
      <EverythingLost {...LOST_CODES_WORDS} />
    </ApiForm>
  );
}
