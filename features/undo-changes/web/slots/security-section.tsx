import { useEffect } from 'react';
import { SECURITY_WORDS } from '#content/security.ts';
import { dateAndTime } from '#features/accounts/web/profile/dates.ts';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
} from '#features/accounts/web/security/security-part.tsx';
import { useAct } from '#features/accounts/web/security/use-act.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { Button } from '#web/ui/button.tsx';

const WORDS = SECURITY_WORDS.contested;

function ContestedPart({ security: { contested }, ensureProof, reload }: SecurityPartProps) {
  const { busy, act } = useAct({ reload, ensureProof });
  const isFrozen = contested.length > 0;
  useEffect(() => {
    if (!isFrozen) return;
    // The pressed button was removed with this section, so the heading takes the focus.
    return () => {
      if (document.activeElement === document.body) focusHeading();
    };
  }, [isFrozen]);
  if (!isFrozen) return null;

  return (
    <SecurityPart id="contested" title={WORDS.title} lead={WORDS.lead}>
      <ul className="security-rows">
        {contested.map(({ id, what, createdAt }) => (
          <li key={id}>
            <div>
              <p className="font-semibold">{what}</p>
              <p className="text-small text-soft">{dateAndTime(createdAt)}</p>
            </div>
            <div className="flex flex-wrap gap-3">
              {(['take-back', 'keep'] as const).map((decision) => (
                <Button
                  key={decision}
                  small
                  look={decision === 'take-back' ? 'dawn' : 'quiet'}
                  busy={busy === `${decision} ${id}`}
                  aria-label={`${WORDS[decision]}: ${what}`}
                  onClick={() =>
                    void act(`${decision} ${id}`, () => postBody(CHANGES_API.decide, { id, decision }))
                  }
                >
                  {WORDS[decision]}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </SecurityPart>
  );
}

export default { order: 15, Section: ContestedPart } satisfies SecuritySection;
