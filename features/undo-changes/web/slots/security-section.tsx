import { SECURITY_WORDS } from '#content/security.ts';
import { longDate } from '#features/accounts/web/profile/dates.ts';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
} from '#features/accounts/web/security/security-part.tsx';
import { useAct } from '#features/accounts/web/security/use-act.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { Button } from '#web/ui/button.tsx';

const WORDS = SECURITY_WORDS.contested;

function ContestedPart({ security: { contested }, ensureProof, reload }: SecurityPartProps) {
  const { busy, act } = useAct({ reload, ensureProof });
  if (contested.length === 0) return null;

  return (
    <SecurityPart id="contested" title={WORDS.title} lead={WORDS.lead}>
      <ul className="security-rows">
        {contested.map(({ id, what, createdAt }) => (
          <li key={id}>
            <div>
              <p className="font-semibold">{what}</p>
              <p className="text-small text-soft">{longDate(createdAt)}</p>
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
