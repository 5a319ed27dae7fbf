import { useState } from 'react';
import { SECURITY_WORDS } from '#content/security.ts';
import { longDate } from '#web/account/profile/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { sayWhyNot } from './say-why-not.ts';
import { endSessions } from './security-api.ts';
import { SecurityPart, type SecurityPartProps } from './security-part.tsx';

const WORDS = SECURITY_WORDS.sessions;

/** Where the account is signed in, and ending that. */
export function SessionsPart({ security: { sessions }, reload }: SecurityPartProps) {
  const [ending, setEnding] = useState<string | null>(null);

  async function end(id?: string) {
    setEnding(id ?? 'others');
    const result = await endSessions(id);
    setEnding(null);
    if (result.kind === 'ok') toast.success(result.data.message);
    else sayWhyNot(result);
    await reload();
  }

  return (
    <SecurityPart id="sessions" title={WORDS.title} lead={WORDS.lead}>
      <ul className="security-rows">
        {sessions.map(({ id, browser, createdAt, lastUsedAt, isThis }) => (
          <li key={id}>
            <div>
              <p className="font-semibold">{isThis ? `${browser} · ${WORDS.isThis}` : browser}</p>
              <p className="text-small text-soft">
                {WORDS.since} {longDate(createdAt)} · {WORDS.lastUsed} {longDate(lastUsedAt)}
              </p>
            </div>
            {!isThis && (
              <Button
                small
                busy={ending === id}
                aria-label={`${WORDS.end}: ${browser}, ${longDate(createdAt)}`}
                onClick={() => void end(id)}
              >
                {WORDS.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <Button busy={ending === 'others'} onClick={() => void end()}>
            {WORDS.endOthers}
          </Button>
        </div>
      ) : (
        <p className="text-small text-soft">{WORDS.alone}</p>
      )}
    </SecurityPart>
  );
}
