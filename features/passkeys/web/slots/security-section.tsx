import { useState } from 'react';
import { PASSKEY_WORDS } from '#content/features/passkeys.ts';
import type { NewCodes } from '#contract/code.ts';
import { MAX_PASSKEYS } from '#contract/limits.ts';
import { filled } from '#contract/page-errors.ts';
import { RECOVERY_CODES } from '#features/accounts/web/security/recovery-codes.ts';
import { hasCodeStep } from '#features/accounts/web/security/second-steps.ts';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
  TimeAgo,
} from '#features/accounts/web/security/security-part.tsx';
import { useAct } from '#features/accounts/web/security/use-act.ts';
import type { PasskeyEntry } from '#features/passkeys/bodies.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import { passkeyCall } from '#features/passkeys/web/passkeys.ts';
import { postBody } from '#web/api/call-api.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckedForm, SubmitButton } from '#web/ui/checked-form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCheckedForm } from '#web/ui/use-checked-form.ts';

const WORDS = PASSKEY_WORDS;

function PasskeysPart({ security, ensureProof, reload }: SecurityPartProps) {
  const { passkeys, recoveryCodesLeft, hasUnsavedCodes } = security;
  // If the account has an authenticator app, the recovery codes are shown in the section about that app, not here.
  const ownCodes = passkeys.length > 0 && !hasCodeStep(security) && RECOVERY_CODES;
  const endsCodes = passkeys.length === 1 && ownCodes && recoveryCodesLeft > 0;
  const { busy, act } = useAct({ reload, ensureProof });
  const [naming, setNaming] = useState<string | null>(null);
  const [newCodes, setMade] = useState<NewCodes | null>(null);
  // Turning on two-step verification replaces the codes that were shown here.
  const made = hasCodeStep(security) ? null : newCodes;

  async function rename(id: string, name: string) {
    if (await act(id, () => postBody(PASSKEY_API.rename, { id, name }))) setNaming(null);
  }

  const showCodes = ({ codes = [], set = '' }: Partial<NewCodes>) =>
    setMade(codes.length === 0 ? null : { codes, set });

  async function endCodes() {
    setMade(null);
    await reload();
  }

  return (
    <SecurityPart id="passkeys" title={WORDS.title} lead={WORDS.lead}>
      {passkeys.length === 0 ? (
        <p className="text-small text-soft">{WORDS.none}</p>
      ) : (
        <ul className="security-rows">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              {naming === passkey.id ? (
                <NameForm
                  passkey={passkey}
                  onSubmit={(name) => rename(passkey.id, name)}
                  onCancel={() => setNaming(null)}
                />
              ) : (
                <>
                  <Description passkey={passkey} />
                  <div className="flex flex-wrap gap-3">
                    <Button
                      small
                      aria-label={`${WORDS.rename}: ${passkey.name}`}
                      onClick={() => setNaming(passkey.id)}
                    >
                      {WORDS.rename}
                    </Button>
                    <AskFirst
                      words={{
                        ask: WORDS.remove,
                        confirm: endsCodes ? WORDS.confirmLastRemoval : WORDS.confirmRemoval,
                        cancel: WORDS.cancel,
                      }}
                      of={passkey.name}
                      small
                      busy={busy === passkey.id}
                      onConfirm={() =>
                        void act(passkey.id, () => postBody(PASSKEY_API.remove, { id: passkey.id }))
                      }
                    />
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {made !== null && RECOVERY_CODES && (
        <RECOVERY_CODES.Made made={made} lead={WORDS.codesLead} onDone={endCodes} />
      )}
      {made === null && ownCodes && <ownCodes.Left left={recoveryCodesLeft} areUnsaved={hasUnsavedCodes} />}
      {made === null && (
        <div className="flex flex-wrap gap-3">
          {passkeys.length < MAX_PASSKEYS && (
            <Button
              busy={busy === 'new'}
              onClick={() => void act('new', () => passkeyCall(({ addPasskey }) => addPasskey()), showCodes)}
            >
              {WORDS.add}
            </Button>
          )}
          {ownCodes && (
            <Button busy={busy === 'codes'} onClick={() => void act('codes', ownCodes.renew, showCodes)}>
              {ownCodes.renewLabel}
            </Button>
          )}
        </div>
      )}
      {passkeys.length >= MAX_PASSKEYS && (
        <p className="text-small text-soft">{filled(WORDS.full, { max: MAX_PASSKEYS })}</p>
      )}
    </SecurityPart>
  );
}

function Description({
  passkey: { name, createdAt, lastUsedAt, opensAccount },
}: {
  readonly passkey: PasskeyEntry;
}) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {name}
      </p>
      <p className="text-small text-soft">
        {WORDS.added} <TimeAgo iso={createdAt} /> ·{' '}
        {lastUsedAt === null ? (
          WORDS.unused
        ) : (
          <>
            {WORDS.lastUsed} <TimeAgo iso={lastUsedAt} />
          </>
        )}
      </p>
      {!opensAccount && <p className="text-small text-soft">{WORDS.onlyConfirms}</p>}
    </div>
  );
}

type NameFormProps = {
  readonly passkey: PasskeyEntry;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onCancel: () => void;
};

function NameForm({ passkey, onSubmit, onCancel }: NameFormProps) {
  const form = useCheckedForm({ passkey: { missing: WORDS.nameMissing } }, async (values) => {
    await onSubmit(String(values.get('passkey')).trim());
    return [];
  });
  return (
    <CheckedForm form={form} className="grid grow gap-3">
      <TextField
        label={WORDS.name}
        name="passkey"
        required
        autoComplete="off"
        dir="auto"
        autoFocus
        defaultValue={passkey.name}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton look="quiet" small>
          {WORDS.save}
        </SubmitButton>
        <Button small onClick={onCancel}>
          {WORDS.cancel}
        </Button>
      </div>
    </CheckedForm>
  );
}

export default { order: 20, Section: PasskeysPart } satisfies SecuritySection;
