import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { filled } from '#contract/page-errors.ts';
import { ChangeForm } from '#features/accounts/web/security/change-form.tsx';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
} from '#features/accounts/web/security/security-part.tsx';
import { useAct } from '#features/accounts/web/security/use-act.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { AddressField } from '#web/ui/address-field.tsx';
import { Button } from '#web/ui/button.tsx';

const WORDS = ADDRESS_CHANGE_WORDS;

function AddressPart({ security: { awaitedAddress }, email, ...parts }: SecurityPartProps) {
  const { busy, act } = useAct({ reload: parts.reload });
  return (
    <SecurityPart id="address" title={WORDS.title} lead={WORDS.present}>
      <p dir="auto" className="font-semibold wrap-anywhere">
        {email}
      </p>
      {awaitedAddress !== null && (
        <>
          <p className="text-small text-soft wrap-anywhere">
            {filled(WORDS.awaited, { email: awaitedAddress })}
          </p>
          <div>
            <Button
              small
              busy={busy !== null}
              onClick={() =>
                void act('cancel', () => postBody<AcceptedAnswer>(ADDRESS_CHANGE_API.cancel, {}))
              }
            >
              {WORDS.cancelRequest}
            </Button>
          </div>
        </>
      )}
      <ChangeForm
        {...parts}
        label={WORDS.change}
        words={WORDS}
        action={ADDRESS_CHANGE_API.ask}
        send={(values) => postBody(ADDRESS_CHANGE_API.ask, { email: values.get('email') })}
      >
        <AddressField label={WORDS.field} enterKeyHint="send" autoFocus />
      </ChangeForm>
    </SecurityPart>
  );
}

export default { order: 50, Section: AddressPart } satisfies SecuritySection;
