import { useState } from 'react';
import { SECOND_STEP_WORDS } from '#content/features/two-step.ts';
import type { NewCodes } from '#contract/code.ts';
import { filled } from '#contract/page-errors.ts';
import { longDate } from '#features/accounts/web/profile/dates.ts';
import { sayWhyNot } from '#features/accounts/web/security/use-act.ts';
import { SECOND_STEP_API } from '#features/two-step/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { useUnsavedChanges } from '#web/session/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { takeFocus, useBusy } from '#web/ui/use-busy.ts';

const WORDS = SECOND_STEP_WORDS;

/** Copies the text and shows a toast about the result. Returns true if the text was copied. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(WORDS.copied, ACTION);
    return true;
  } catch {
    // Browsers offer the clipboard on https only, and may refuse access.
    toast.error(WORDS.notCopied, ACTION);
    return false;
  }
}

type RecoveryCodesProps = {
  readonly made: NewCodes;
  readonly lead: string;
  readonly onDone: () => Promise<void> | void;
};

/**
 * Shows new recovery codes until the server knows that they are saved. If a person leaves the page without a copy or a download,
 * asks for a confirmation.
 */
export function RecoveryCodes({ made: { codes, set }, lead, onDone }: RecoveryCodesProps) {
  const { busy, run } = useBusy();
  const [isKept, setKept] = useState(false);
  const unsaved = useUnsavedChanges(WORDS.unsavedCodes, isKept ? null : () => true);
  const text = `${codes.join('\n')}\n`;

  function download() {
    const link = document.createElement('a');
    const firstLine = filled(WORDS.fileLead, {
      site: location.host,
      date: longDate(new Date().toISOString()),
    });
    link.href = URL.createObjectURL(new Blob([`${firstLine}\n\n${text}`], { type: 'text/plain' }));
    link.download = WORDS.file;
    link.click();
    URL.revokeObjectURL(link.href);
    setKept(true);
  }

  async function done() {
    const result = await postBody(SECOND_STEP_API.codesSaved, { set });
    if (result.kind === 'ok') {
      toast.success(result.data.message, ACTION);
      await onDone();
    } else sayWhyNot(result);
  }

  return (
    <div className="grid gap-4" data-testid="recovery-codes">
      <h3 ref={takeFocus} tabIndex={-1} className="font-semibold">
        {WORDS.codesTitle}
      </h3>
      <p className="text-soft">{lead}</p>
      <ol className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button onClick={async () => setKept((await copy(text)) || isKept)}>{WORDS.copy}</Button>
        <Button onClick={download}>{WORDS.download}</Button>
        <Button look="dawn" busy={busy !== null} onClick={() => void run(true, done)}>
          {WORDS.done}
        </Button>
      </div>
      {unsaved.dialog}
    </div>
  );
}

const FEW = 3;

type RecoveryCodesLeftProps = { readonly left: number; readonly areUnsaved: boolean };

/** Says how many recovery codes are left, with advice if they are few or the owner may never have received them. */
export function RecoveryCodesLeft({ left, areUnsaved }: RecoveryCodesLeftProps) {
  return (
    <>
      {areUnsaved && <p>{WORDS.unsaved}</p>}
      <p className="text-small text-soft">{filled(left <= FEW ? WORDS.fewLeft : WORDS.left, { left })}</p>
    </>
  );
}
