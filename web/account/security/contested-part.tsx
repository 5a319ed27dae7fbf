import { useState } from 'react';
import { SECURITY_WORDS } from '#content/security.ts';
import { longDate } from '#web/account/profile/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { sayWhyNot } from './say-why-not.ts';
import { decideChange } from './security-api.ts';
import { SecurityPart, type SecurityPartProps } from './security-part.tsx';

const WORDS = SECURITY_WORDS.contested;

/** The changes that freeze the account, each with the owner's choice to keep it or to take it back. Renders nothing when there are none. */
export function ContestedPart({ security: { contested }, ensureProof, reload }: SecurityPartProps) {
  const [deciding, setDeciding] = useState<string | null>(null);
  if (contested.length === 0) return null;

  async function decide(id: string, decision: 'take-back' | 'keep') {
    if (!(await ensureProof())) return;
    setDeciding(`${decision} ${id}`);
    const result = await decideChange(id, decision);
    setDeciding(null);
    if (result.kind === 'ok') toast.success(result.data.message);
    else sayWhyNot(result);
    await reload();
  }

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
                  busy={deciding === `${decision} ${id}`}
                  aria-label={`${WORDS[decision]}: ${what}`}
                  onClick={() => void decide(id, decision)}
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
