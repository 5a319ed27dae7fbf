import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import { dateAndTime } from '#features/accounts/web/profile/dates.ts';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import { postBody } from '#web/api/call-api.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { usePart } from '#web/ui/use-part.ts';
import { AccountPage } from './account-page.tsx';
import { useArrivedProof } from './arrived-proof.ts';
import { ChangeForm } from './change-form.tsx';
import { readSecurity } from './second-steps.ts';
import { SecurityPart, type SecurityPartProps, type SecuritySection, TimeAgo } from './security-part.tsx';
import { useAct } from './use-act.ts';
import { NotLoaded, useLoaded } from './use-loaded.tsx';
import { useProof } from './use-proof.tsx';

export const meta = () => metaIn(SECURITY_WORDS, { canonical: PAGES.security, noindex: true });

export default function SecurityPage() {
  const user = useSignedIn(PAGES.security);
  return (
    <AccountPage title={SECURITY_WORDS.pageTitle} lead={SECURITY_WORDS.lead}>
      {user ? <SecurityParts key={user.id} email={user.email} /> : <span className="skeleton h-120" />}
    </AccountPage>
  );
}

function SecurityParts({ email }: { readonly email: string }) {
  const { loaded, reload } = useLoaded(readSecurity);
  if (loaded.kind !== 'loaded') return <NotLoaded loaded={loaded} words={SECURITY_WORDS} reload={reload} />;
  return <Parts security={loaded.data} email={email} reload={reload} />;
}

function Parts({ security, email, reload }: Omit<SecurityPartProps, 'ensureProof' | 'arrived'>) {
  const arrived = useArrivedProof();
  const { dialog, ensureProof } = useProof(security, email, arrived);
  const same = { security, email, arrived, reload, ensureProof };
  return (
    <>
      {SECURITY_SECTIONS.map(({ Section }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections never change their order.
        <Section key={at} {...same} />
      ))}
      {dialog}
    </>
  );
}

const OF_FEATURES = Object.values(
  import.meta.glob<SecuritySection>('/features/*/web/slots/security-section.tsx', {
    eager: true,
    import: 'default',
  }),
);

const SECURITY_SECTIONS: readonly SecuritySection[] = [
  ...OF_FEATURES,
  { order: 40, Section: PasswordPart },
  { order: 70, Section: SessionsPart },
].sort((one, other) => one.order - other.order);

const SESSIONS = SECURITY_WORDS.sessions;

function SessionsPart({ security: { sessions }, reload, ensureProof }: SecurityPartProps) {
  const { busy, act } = useAct({ reload, ensureProof });

  return (
    <SecurityPart id="sessions" title={SESSIONS.title} lead={SESSIONS.lead}>
      <ul className="security-rows">
        {sessions.map(({ id, browser, createdAt, lastUsedAt, isThis }) => (
          <li key={id}>
            <div>
              <p className="font-semibold">{isThis ? `${browser} · ${SESSIONS.isThis}` : browser}</p>
              <p className="text-small text-soft">
                {SESSIONS.since} <TimeAgo iso={createdAt} /> ·{' '}
                {isThis ? (
                  SESSIONS.inUse
                ) : (
                  <>
                    {SESSIONS.lastUsed} <TimeAgo iso={lastUsedAt} />
                  </>
                )}
              </p>
            </div>
            {!isThis && (
              <Button
                small
                busy={busy === id}
                aria-label={`${SESSIONS.end}: ${browser}, ${dateAndTime(createdAt)}`}
                onClick={() => void act(id, () => postBody(ACCOUNT_API.endSessions, { id }))}
              >
                {SESSIONS.end}
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
            {SESSIONS.endOthers}
          </Button>
        </div>
      ) : (
        <p className="text-small text-soft">{SESSIONS.alone}</p>
      )}
    </SecurityPart>
  );
}

const PASSWORD = SECURITY_WORDS.password;

function PasswordPart({ security: { hasPassword }, email, ...parts }: SecurityPartProps) {
  return (
    <SecurityPart
      id="password"
      title={PASSWORD.title}
      lead={hasPassword ? PASSWORD.isSet : PASSWORD.isNotSet}
    >
      <ChangeForm
        {...parts}
        label={hasPassword ? PASSWORD.change : PASSWORD.set}
        words={PASSWORD}
        action={ACCOUNT_API.password}
        send={(values) => postBody(ACCOUNT_API.password, { password: values.get('password') })}
      >
        {(close) => (
          <>
            {/* Names the account for password managers, which would otherwise not know whose new password this is. */}
            <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
            <Field email={email} onLost={close} />
          </>
        )}
      </ChangeForm>
    </SecurityPart>
  );
}

const loadField = () => import('#features/accounts/web/sign-in/new-password-field.tsx');

function Field({ email, onLost }: { readonly email: string; readonly onLost: () => void }) {
  const NewPasswordField = usePart(loadField, true, onLost);
  if (!NewPasswordField) return null;
  return <NewPasswordField label={PASSWORD.field} email={email} autoFocus />;
}
