import { useRef } from 'react';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { NOTICE_TITLES } from '#content/notice-items.ts';
import { NOTICES, type NoticeName } from '#content/notices.ts';
import { PAGES } from '#content/page-paths.ts';
import { dateAndTime } from '#features/accounts/web/profile/dates.ts';
import { SecurityPart } from '#features/accounts/web/security/security-part.tsx';
import { useAct } from '#features/accounts/web/security/use-act.ts';
import type { EnsureProof } from '#features/accounts/web/security/use-proof.tsx';
import NoticeItems from '#features/forms/web/notice-items.tsx';
import type { Agreement } from '#features/your-data/bodies.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { postBody } from '#web/api/call-api.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

const WORDS = YOUR_DATA_WORDS.agreements;

type AgreementsPartProps = {
  readonly agreements: readonly Agreement[];
  readonly reload: () => Promise<void>;
  /** Asks for a proof of identity. Absent if withdrawing an agreement needs none. */
  readonly ensureProof: EnsureProof | undefined;
};

export function AgreementsPart({ agreements, reload, ensureProof }: AgreementsPartProps) {
  const { busy, act } = useAct({ reload, ensureProof });
  const list = useRef<HTMLUListElement>(null);

  async function takeBack(id: string) {
    // The pressed button is gone, so the list takes the focus.
    if (await act(id, () => postBody(YOUR_DATA_API.withdraw, { id }))) list.current?.focus();
  }

  return (
    <SecurityPart id="agreements" title={WORDS.title} lead={WORDS.lead}>
      <ul ref={list} tabIndex={-1} aria-label={WORDS.title} className="security-rows">
        {agreements.map((agreement) => (
          <li key={agreement.id}>
            <AgreementText {...agreement} />
            {!agreement.isWithdrawn && (
              <WayBack
                agreement={agreement}
                busy={busy === agreement.id}
                onPress={() => void takeBack(agreement.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </SecurityPart>
  );
}

const knownNotice = (name: string): NoticeName | undefined =>
  name in NOTICES ? (name as NoticeName) : undefined;

function AgreementText({ id, notice, at, version, isWithdrawn }: Agreement) {
  const known = knownNotice(notice);
  const isOfToday = known !== undefined && version === NOTICES[known].version;
  return (
    <div className="min-w-0 grow basis-64">
      <p className="font-semibold" id={`agreement-${id}`}>
        {known === undefined ? WORDS.otherForm : NOTICE_TITLES[known]}
      </p>
      <p className="text-small text-soft">
        {isWithdrawn ? WORDS.withdrawn : WORDS.on} {dateAndTime(at)}
      </p>
      {version === '' && !isWithdrawn && <p className="text-small text-soft">{WORDS.notShown}</p>}
      {isOfToday && (
        <details className="notice">
          <summary>{WORDS.shown}</summary>
          <p>{NOTICES[known].short}</p>
          <NoticeItems name={known} />
        </details>
      )}
      {version !== '' && !isOfToday && (
        <p className="text-small text-soft">
          {WORDS.earlier} {version}
        </p>
      )}
    </div>
  );
}

type WayBackProps = { readonly agreement: Agreement; readonly busy: boolean; readonly onPress: () => void };

function WayBack({ agreement: { id, notice }, busy, onPress }: WayBackProps) {
  if (notice === 'sign-up')
    return (
      <Link
        to={`${PAGES.profile}#delete-account`}
        className="button button-quiet"
        aria-describedby={`agreement-${id}`}
      >
        {WORDS['sign-up']}
      </Link>
    );
  if (notice === 'launch-list')
    return (
      <Button busy={busy} onClick={onPress} aria-describedby={`agreement-${id}`}>
        {WORDS['launch-list']}
      </Button>
    );
  return (
    <AskFirst
      words={{ ...WORDS, ask: WORDS.message }}
      busy={busy}
      aria-describedby={`agreement-${id}`}
      onConfirm={onPress}
    />
  );
}
