import { CODE_WORDS } from '#content/code.ts';
import { failure } from '#web/account/sign-in/auth-notice.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { CODE_SENTENCES, CodeField } from './code-field.tsx';
import { proveByCode } from './second-step-api.ts';

type ProofCodeFormProps = {
  readonly onProved: () => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
};

/** Asks for the code that a proof still lacks. */
export function ProofCodeForm({ onProved, onNotice }: ProofCodeFormProps) {
  const { busy, problems, formProps } = useCheckedForm(CODE_SENTENCES, async (values) => {
    onNotice(null);
    const result = await proveByCode(String(values.get('code')));
    if (result.kind === 'ok') onProved();
    else if (result.kind === 'refused' && result.status === 403)
      return [{ field: 'code', message: result.refusal.message }];
    else onNotice(failure(result));
    return [];
  });
  return (
    <form {...formProps} className="grid gap-5">
      <p className="text-soft">{CODE_WORDS.lead}</p>
      <CodeField problem={problems.code} autoFocus />
      <Button type="submit" look="dawn" busy={busy}>
        {CODE_WORDS.submit}
      </Button>
    </form>
  );
}
