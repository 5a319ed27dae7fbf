import { useState } from 'react';
import { ADDRESS_CHANGE_WORDS } from '#content/address-change.ts';
import { ADDRESS_CHANGE_API } from '#contract/address-change-paths.ts';
import { filled } from '#contract/errors.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { FIELD_SENTENCES } from '#web/account/sign-in/field-sentences.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';
import { sayWhyNot } from './say-why-not.ts';
import { askForAddress } from './security-api.ts';
import { SecurityPart, type SecurityPartProps } from './security-part.tsx';

const WORDS = ADDRESS_CHANGE_WORDS;

/** Asks for another address, which takes the place of the present one once it is confirmed. */
export function AddressPart({ security: { awaitedAddress }, email, ensureProof, reload }: SecurityPartProps) {
  const [open, setOpen] = useState(false);
  const { busy, problems, formProps } = useCheckedForm(FIELD_SENTENCES, async (values) => {
    if (!(await ensureProof())) return [];
    const result = await askForAddress(String(values.get('email')));
    if (result.kind === 'ok') {
      setOpen(false);
      toast.success(result.data.message);
      await reload();
    } else if (result.kind === 'refused' && result.refusal.fields) return result.refusal.fields;
    else sayWhyNot(result);
    return [];
  });

  return (
    <SecurityPart id="address" title={WORDS.title} lead={WORDS.present}>
      <p dir="auto" className="font-semibold wrap-anywhere">
        {email}
      </p>
      {awaitedAddress !== null && (
        <p className="text-small text-soft wrap-anywhere">
          {filled(WORDS.awaited, { email: awaitedAddress })}
        </p>
      )}
      {open ? (
        <form {...formProps} method="post" action={ADDRESS_CHANGE_API.ask} className="grid gap-5">
          <TextField
            label={WORDS.field}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            enterKeyHint="send"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            maxLength={EMAIL_MAX_LENGTH}
            problem={problems.email}
          />
          <p className="text-small text-soft">{WORDS.hint}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="dawn" busy={busy}>
              {WORDS.submit}
            </Button>
            <Button onClick={() => setOpen(false)}>{WORDS.cancel}</Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{WORDS.change}</Button>
        </div>
      )}
    </SecurityPart>
  );
}
