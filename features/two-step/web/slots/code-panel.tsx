import { CODE_WORDS } from '#content/code.ts';
import { LOST_CODES_WORDS } from '#content/features/two-step-lost-codes.ts';
import { failure } from '#features/accounts/web/sign-in/auth-notice.ts';
import { CODE_SENTENCES, CodeField } from '#features/accounts/web/sign-in/code-field.tsx';
import type { CodePanelProps } from '#features/accounts/web/sign-in/code-panel.ts';
import { EverythingLost } from '#features/accounts/web/sign-in/everything-lost.tsx';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { signInWithCode } from '#features/two-step/web/second-step-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';

/** Asks for the code of a sign-in that needs one. */
export default function CodePanel({ onSignedIn, onNotice, onAgain }: CodePanelProps) {
  const { busy, problems, formProps } = useCheckedForm(CODE_SENTENCES, async (values) => {
    onNotice(null);
    const result = await signInWithCode(String(values.get('code')), values.get('trust') === 'true');
    if (result.kind === 'ok') {
      const { data, remembered = false } = result.data;
      if (data) onSignedIn(data, remembered);
    } else if (result.kind === 'refused' && result.status === 403)
      return [{ field: 'code', message: result.refusal.message }];
    else if (result.kind === 'refused' && result.status < 429) onAgain(failure(result));
    else onNotice(failure(result));
    return [];
  });

  return (
    <form {...formProps} method="post" action={SECOND_STEP_API.signIn} className="grid gap-5">
      <p className="text-soft">{CODE_WORDS.lead}</p>
      <CodeField problem={problems.code} autoFocus />
      <label className="flex min-h-8 items-center gap-2.5">
        <input type="checkbox" name="trust" value="true" className="tick" />
        {CODE_WORDS.trust}
      </label>
      <Button type="submit" look="dawn" busy={busy}>
        {CODE_WORDS.submit}
      </Button>
      <Button onClick={() => onAgain(null)}>{CODE_WORDS.cancel}</Button>
      <EverythingLost {...LOST_CODES_WORDS} />
    </form>
  );
}
