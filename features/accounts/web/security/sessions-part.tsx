import { SECURITY_WORDS } from '#content/security.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { dateAndTime } from '#features/accounts/web/profile/dates.ts';
import { postBody } from '#web/api/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { SecurityPart, type SecurityPartProps } from './security-part.tsx';
import { TimeAgo } from './time-ago.tsx';
import { useAct } from './use-act.ts';

const WORDS = SECURITY_WORDS.sessions;

export function SessionsPart({ security: { sessions }, reload, ensureProof }: SecurityPartProps) {
  const { busy, act } = useAct({ reload, ensureProof });

  return (
    <SecurityPart id="sessions" title={WORDS.title} lead={WORDS.lead}>
      <ul className="security-rows">
        {sessions.map(({ id, browser, createdAt, lastUsedAt, isThis }) => (
          <li key={id}>
            <div>
              <p className="font-semibold">{isThis ? `${browser} · ${WORDS.isThis}` : browser}</p>
              <p className="text-small text-soft">
                {WORDS.since} <TimeAgo iso={createdAt} /> · {WORDS.lastUsed} <TimeAgo iso={lastUsedAt} />
              </p>
            </div>
            {!isThis && (
              <Button
                small
                busy={busy === id}
                aria-label={`${WORDS.end}: ${browser}, ${dateAndTime(createdAt)}`}
                onClick={() => void act(id, () => postBody(ACCOUNT_API.endSessions, { id }))}
              >
                {WORDS.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <Button
            busy={busy === 'others'}
            onClick={() => void act('others', () => postBody(ACCOUNT_API.endSessions))}
          >
            {WORDS.endOthers}
          </Button>
        </div>
      ) : (
        <p className="text-small text-soft">{WORDS.alone}</p>
      )}
    </SecurityPart>
  );
}
