import { type FormEvent, useEffect, useState } from 'react';
import type { MetaArgs } from 'react-router';
import { LAUNCH_LIST_PAGES } from '#content/features/launch-list-pages.ts';
import { PAGES, SIGN_UP_PATH } from '#content/page-paths.ts';
import { LINK_NOT_COMPLETE } from '#contract/link-token.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { useLinkToken } from '#features/accounts/web/sign-in/use-link-token.ts';
import type { LaunchListAnswer } from '#features/launch-list/bodies.ts';
import { postBody } from '#web/api/call-api.ts';
import { usePagePath } from '#web/shell/page-address.ts';
import { fullTitle, pageMeta } from '#web/shell/page-meta.ts';
import { focusHeading } from '#web/shell/route-change.tsx';
import { Banner, type BannerMessage } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link, PageLink } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { JoinForm } from './join-form.tsx';

const wordsAt = (path: string) =>
  LAUNCH_LIST_PAGES[path.startsWith(PAGES.launchListLeave) ? 'leave' : 'confirm'];

// Does not set `secret`, because the server needs the referrer to check where a form without JavaScript comes from.
export function meta({ location }: Pick<MetaArgs, 'location'>) {
  const { title, description } = wordsAt(location.pathname);
  return pageMeta({ title, description, noindex: true });
}

/**
 * The page of the mailed links that confirm a place on the launch list or leave the list. Opening it changes nothing, because only
 * its button sends a POST. Without JavaScript, its form posts to the page's own URL.
 */
export default function LinkPage() {
  const path = usePagePath();
  const words = wordsAt(path);
  const confirms = words === LAUNCH_LIST_PAGES.confirm;
  const token = useLinkToken();
  const [step, setStep] = useState<'ready' | 'done' | 'dead'>('ready');
  const [notice, setNotice] = useState<BannerMessage | null>(null);
  const { busy, run } = useBusy();
  const title = { ready: words.title, done: words.done.title, dead: LAUNCH_LIST_PAGES.failed }[step];
  useEffect(() => {
    if (step === 'ready') return;
    document.title = fullTitle(title);
    // The pressed button is no longer on the page, so the heading takes the focus.
    focusHeading();
  }, [step, title]);

  async function post(token: string) {
    setNotice(null);
    const result = await postBody<LaunchListAnswer>(`${path}?token=${encodeURIComponent(token)}`);
    if (result.kind === 'ok') return setStep('done');
    if (result.kind === 'offline') return setNotice({ tone: 'error', text: PAGE_ERRORS.OFFLINE });
    const { code, fields, message } = result.refusal;
    if (fields || code === 'LINK_NOT_VALID') setStep('dead');
    setNotice({ tone: 'error', text: fields ? LINK_NOT_COMPLETE : message });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (token) void run(true, () => post(token));
  }

  if (step === 'done') {
    return (
      <PageHead title={title} lead={words.done.message} hour={0.6}>
        {confirms ? <AfterConfirming /> : <AfterLeaving />}
      </PageHead>
    );
  }
  const unsure = token === undefined;
  const whenLink = unsure ? 'when-link' : '';
  const whenNoLink = unsure ? 'when-no-link' : '';
  const isOpen = token !== null && step !== 'dead';
  return (
    <PageHead
      title={title}
      lead={
        <>
          {isOpen && <span className={whenLink}>{words.lead}</span>}
          {!token && <span className={whenNoLink}>{LINK_NOT_COMPLETE}</span>}
        </>
      }
      hour={0.4}
    >
      <div className="mt-5 max-w-136">
        <Banner message={notice} onDismiss={() => setNotice(null)} />
      </div>
      {isOpen && (
        <form method="post" onSubmit={onSubmit} className={`mt-7 ${whenLink}`}>
          <Button type="submit" look="dawn" busy={busy !== null}>
            {words.submit}
          </Button>
        </form>
      )}
      {(unsure || !isOpen) && (
        <div className={whenNoLink}>{confirms ? <JoinForm /> : <LeaveByAddress />}</div>
      )}
    </PageHead>
  );
}

function LeaveByAddress() {
  return (
    <>
      <p className="mt-5 max-w-136 text-soft">{LAUNCH_LIST_PAGES.leave.instead}</p>
      <p className="mt-7">
        <Link to={PAGES.rights} className="button button-quiet">
          {LAUNCH_LIST_PAGES.leave.byAddress}
        </Link>
      </p>
    </>
  );
}

function AfterConfirming() {
  return (
    <p className="mt-7 flex flex-wrap gap-3">
      <PageLink to={PAGES.story} className="button button-dawn">
        {LAUNCH_LIST_PAGES.confirm.story}
      </PageLink>
      <Link to={SIGN_UP_PATH} className="when-out button button-quiet">
        {LAUNCH_LIST_PAGES.confirm.create}
      </Link>
    </p>
  );
}

function AfterLeaving() {
  return (
    <>
      <p className="mt-7">
        <Link to={PAGES.home} className="button button-quiet">
          {LAUNCH_LIST_PAGES.home}
        </Link>
      </p>
      <details className="mt-7">
        <summary className="w-fit cursor-pointer py-1 text-soft">{LAUNCH_LIST_PAGES.leave.rejoin}</summary>
        <JoinForm isBlank />
      </details>
    </>
  );
}
