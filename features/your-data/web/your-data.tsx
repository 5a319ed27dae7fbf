import { TABLES } from '#content/data-register.ts';
import { YOUR_DATA_WORDS } from '#content/features/your-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { filled } from '#contract/page-errors.ts';
import { dateAndTime } from '#features/accounts/web/profile/dates.ts';
import { AccountPage } from '#features/accounts/web/security/account-page.tsx';
import { isGuarded, readSecurity, type Security } from '#features/accounts/web/security/second-steps.ts';
import { SecurityPart, type SecurityPartProps } from '#features/accounts/web/security/security-part.tsx';
import { sayWhyNot } from '#features/accounts/web/security/use-act.ts';
import { NotLoaded, useLoaded } from '#features/accounts/web/security/use-loaded.tsx';
import { type EnsureProof, useProof } from '#features/accounts/web/security/use-proof.tsx';
import { useSignedIn } from '#features/accounts/web/use-signed-in.ts';
import type { DoneByUs, YourDataAnswer } from '#features/your-data/bodies.ts';
import { YOUR_DATA_API } from '#features/your-data/contract.ts';
import { type CallResult, getAnswer, readAnswer } from '#web/api/call-api.ts';
import { metaIn } from '#web/shell/page-meta.ts';
import { COUNTING_CHOICE } from '#web/slots/counting-choice.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { ACTION, toast } from '#web/ui/toasts.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { AgreementsPart } from './agreements-part.tsx';
import { BrowserPart } from './browser-part.tsx';

export const meta = () => metaIn(YOUR_DATA_WORDS, { canonical: PAGES.yourData, noindex: true });

export default function YourDataPage() {
  const user = useSignedIn(PAGES.yourData);
  return (
    <AccountPage title={YOUR_DATA_WORDS.pageTitle} lead={YOUR_DATA_WORDS.lead}>
      {user ? (
        <YourDataParts key={user.id} email={user.email} />
      ) : (
        <>
          <ExportPart />
          <span className="skeleton h-120" />
        </>
      )}
    </AccountPage>
  );
}

type YourData = YourDataAnswer['data'] & { readonly security: Security };

async function readYourData(): Promise<CallResult<{ readonly data: YourData }>> {
  const [kept, ways] = await Promise.all([getAnswer<YourDataAnswer>(YOUR_DATA_API.data), readSecurity()]);
  if (kept.kind !== 'ok') return kept;
  if (ways.kind !== 'ok') return ways;
  return { kind: 'ok', data: { data: { ...kept.data.data, security: ways.data.data } } };
}

function YourDataParts({ email }: { readonly email: string }) {
  const { loaded, reload } = useLoaded(readYourData);
  if (loaded.kind === 'loaded') return <Parts data={loaded.data} email={email} reload={reload} />;
  return (
    <>
      <ExportPart />
      <NotLoaded
        loaded={loaded}
        words={{ loading: YOUR_DATA_WORDS.loading, retry: SECURITY_WORDS.retry }}
        reload={reload}
      />
    </>
  );
}

type PartsProps = Pick<SecurityPartProps, 'email' | 'reload'> & { readonly data: YourData };

function Parts({ data, email, reload }: PartsProps) {
  const { dialog, ensureProof } = useProof(data.security, email);
  return (
    <>
      <ExportPart ensureProof={ensureProof} />
      <KeptPart counts={data.counts} />
      <ByUsPart byUs={data.byUs} />
      <AgreementsPart
        agreements={data.agreements}
        reload={reload}
        ensureProof={isGuarded(data.security) ? ensureProof : undefined}
      />
      <BrowserPart cookies={data.cookies} />
      {COUNTING_CHOICE && (
        <SecurityPart id={COUNTING_CHOICE.id} title={COUNTING_CHOICE.title} lead={COUNTING_CHOICE.lead}>
          <COUNTING_CHOICE.Choice />
        </SecurityPart>
      )}
      {dialog}
    </>
  );
}

const BY_US = YOUR_DATA_WORDS.byUs;

function ByUsPart({ byUs }: { readonly byUs: readonly DoneByUs[] }) {
  return (
    <SecurityPart id="by-us" title={BY_US.title} lead={BY_US.lead}>
      {byUs.length === 0 ? (
        <p className="text-small text-soft">{BY_US.nothing}</p>
      ) : (
        <ul className="security-rows">
          {byUs.map(({ id, at, what, why }) => (
            <li key={id}>
              <div className="min-w-0 grow basis-64">
                <p className="font-semibold first-letter:uppercase">{what}</p>
                <p className="text-small text-soft">{dateAndTime(at)}</p>
                {why !== '' && (
                  <p className="text-small text-soft">
                    {BY_US.why} {why}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </SecurityPart>
  );
}

const KEPT = YOUR_DATA_WORDS.kept;

/** What is stored about the person. The data register describes the tables. */
function KeptPart({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const kept = Object.entries(counts).flatMap(([name, count]) => {
    const table = TABLES[name];
    return table === undefined || count === 0 ? [] : [{ ...table, name, count }];
  });
  return (
    <SecurityPart id="kept" title={KEPT.title} lead={KEPT.lead}>
      <details>
        <summary className="w-fit cursor-pointer py-1">{filled(KEPT.list, { count: kept.length })}</summary>
        <ul className="security-rows">
          {kept.map(({ name, what, kept: until, count }) => (
            <li key={name}>
              <div className="min-w-0 flex-1">
                <p>{what}</p>
                <p className="text-small text-soft">
                  {KEPT.until} {until}
                </p>
              </div>
              <p className="font-semibold" data-testid={`count-${name}`}>
                <span className="sr-only">{KEPT.count} </span>
                {count}
              </p>
            </li>
          ))}
        </ul>
      </details>
      <p className="text-small text-soft">
        {KEPT.rest}{' '}
        <Link to={`${PAGES.privacy}#what-we-keep`} className="text-link">
          {KEPT.restLink}
        </Link>
        .
      </p>
      <p className="text-small text-soft">
        {KEPT.rights}{' '}
        <Link to={PAGES.rights} className="text-link">
          {KEPT.rightsLink}
        </Link>
        .
      </p>
    </SecurityPart>
  );
}

const EXPORT = YOUR_DATA_WORDS.export;

/** Downloads the zip by script. Without a script, the browser would leave the page if the server sent an error and no file. */
async function saveExport(): Promise<CallResult<object>> {
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch(YOUR_DATA_API.export, { method: 'POST', headers });
    if (!answer.ok) return readAnswer(answer.status, await answer.text());
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = /"(.+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
    link.click();
    // The URL stays valid for a minute, because Firefox and Safari may read the file late.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return { kind: 'ok', data: {} };
  } catch {
    return { kind: 'offline' };
  }
}

/** The button that downloads all data. Without JavaScript, the browser sends its form. */
function ExportPart({ ensureProof }: { readonly ensureProof?: EnsureProof }) {
  const { busy, run } = useBusy();

  async function download() {
    if (ensureProof && !(await ensureProof())) return;
    toast.success(EXPORT.started, ACTION);
    const result = await saveExport();
    if (result.kind !== 'ok') sayWhyNot(result);
  }

  return (
    <SecurityPart id="export" title={EXPORT.title} lead={EXPORT.lead}>
      <p className="text-small text-soft">{EXPORT.hint}</p>
      <form
        method="post"
        action={YOUR_DATA_API.export}
        onSubmit={(event) => {
          event.preventDefault();
          void run(true, download);
        }}
      >
        <Button type="submit" look="dawn" busy={busy !== null}>
          {EXPORT.submit}
        </Button>
      </form>
    </SecurityPart>
  );
}
