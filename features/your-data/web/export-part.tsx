import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { SecurityPart } from '#features/accounts/web/security/security-part.tsx';
import type { EnsureProof } from '#features/accounts/web/security/use-proof.tsx';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useBusy } from '#web/ui/use-busy.ts';

const WORDS = YOUR_DATA_WORDS.export;

/**
 * Downloads everything by a native form: a large file is written straight to disk, and the download also works without
 * JavaScript after a fresh proof of identity. The server answers a refusal as a page.
 */
export function ExportPart({ ensureProof }: { readonly ensureProof?: EnsureProof }) {
  const { busy, run } = useBusy();

  async function download(form: HTMLFormElement, prove: EnsureProof) {
    if (!(await run(true, prove))) return;
    toast.success(WORDS.started);
    // `form.submit()` does not trigger `onSubmit` again.
    form.submit();
  }

  return (
    <SecurityPart id="export" title={WORDS.title} lead={WORDS.lead}>
      <p className="text-small text-soft">{WORDS.hint}</p>
      <form
        method="post"
        action={YOUR_DATA_API.export}
        onSubmit={(event) => {
          if (ensureProof === undefined) return;
          event.preventDefault();
          void download(event.currentTarget, ensureProof);
        }}
      >
        <Button type="submit" look="dawn" busy={busy !== null}>
          {WORDS.submit}
        </Button>
      </form>
    </SecurityPart>
  );
}
