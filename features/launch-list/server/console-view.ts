import { z } from 'zod';
import { EXPORT_REASONS } from '#contract/operators.ts';
import { CONSOLE_HOME } from '#contract/paths.ts';
import { LAUNCH_LIST_EXPORT, LAUNCH_LIST_VIEW } from '#features/launch-list/contract.ts';
import { countEntries, csvOfConfirmed } from '#features/launch-list/server/entries.ts';
import { findTests, storeLaunchMails, storeTestMail } from '#features/launch-list/server/mails.ts';
import { LAUNCH_LIST_LIMITS } from '#features/launch-list/server/routes.ts';
import { linesInWords, listLines, partsOfDetail } from '#server/audit/lines.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import {
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoutes,
  type ConsoleView,
  NOBODY_IS_SHOWN,
} from '#server/console-view.ts';
import { countSince } from '#server/database/rows.ts';
import type { AppDeps } from '#server/feature.ts';
import { facts, type Html, hidden, html, reasonField, section, timeOf } from '#server/html/html.ts';
import { exportReason, letter, SUBJECT_MOST, subject } from '#server/http/form-fields.ts';
import { plainLine } from '#server/printable-text.ts';
import { launchProblemsOf } from '#server/settings/launch-checks.ts';
import { DAY_MS, plural, timeAfter } from '#server/time.ts';
import { LAUNCH_LIST_EXPORTED, LAUNCH_MAIL_STORED } from './audit-actions.ts';

const mailBody = z.object({ do: z.enum(['test', 'ask', 'edit', 'send']), subject, text: letter(20_000) });
const exportBody = z.object({ reason: exportReason });

const READ = {
  name: 'read-launch-list',
  what: 'See the state of the launch list',
  who: ['owner', 'editor'],
} as const;
const WORK = {
  name: 'work-on-launch-list',
  what: 'Write to the launch list',
  who: ['owner', 'editor'],
} as const;
const EXPORT = {
  name: 'export-launch-list',
  what: 'Export the launch list',
  who: ['owner', 'editor'],
  isExport: true,
} as const;

/**
 * The page of the console with the numbers of the launch list, its export, and the mail that announces the launch
 * (docs/decisions/0064).
 */
export const launchListView: ConsoleView = {
  label: 'Launch list',
  path: LAUNCH_LIST_VIEW,
  actions: [READ, WORK, EXPORT],
  routes: launchListViewRoutes,
  overview: async ({ db, clock }) => {
    const week = timeAfter(clock(), -7 * DAY_MS);
    const joined = await countSince(db, 'launch_list', 'confirmed_at', week);
    return [{ words: `${plural(joined, 'new address', 'es')} in 7 days` }];
  },
};

function launchListViewRoutes(route: ConsoleRoutes, deps: AppDeps): void {
  const { db } = deps;
  const hasMailServer = deps.settings.smtpUrl !== undefined;
  const page = async (written: Written = {}): Promise<ConsolePage> => ({
    title: 'Launch list',
    main: launchListMain(await countEntries(db), await sentMails(deps), written),
  });

  route.get(LAUNCH_LIST_VIEW, { action: READ, audit: NOBODY_IS_SHOWN }, () => page());

  route.post(
    LAUNCH_LIST_EXPORT,
    { action: EXPORT, body: exportBody, proof: true },
    async ({ body: { reason }, reply, operator }) => {
      const detail = `csv, ${reason}`;
      await recordAlone(deps, { ...operator.by, action: LAUNCH_LIST_EXPORTED, detail });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="launch-list.csv"')
        .send(await csvOfConfirmed(db));
    },
  );

  const refuseUntested = async ({ body }: ConsoleRequest<unknown, z.infer<typeof mailBody>>) => {
    const { subject, text } = body;
    if (body.do === 'edit' || body.do === 'test') return undefined;
    const tests = await findTests(db, { subject, text }, { hasMailServer });
    if (tests === 'sent') return undefined;
    const problem = `Nothing was sent: ${UNTESTED[tests]}`;
    return { showsNobody: { ...(await page({ subject, text })), problem, status: 409 } };
  };

  route.post(
    LAUNCH_LIST_VIEW,
    { action: WORK, body: mailBody, proof: true, refuse: refuseUntested },
    async (given) => {
      const { body: asked, operator } = given;
      const { subject, text } = asked;
      if (asked.do === 'edit') return { showsNobody: await page(asked) };
      if (asked.do === 'test') {
        await deps.takeFromLimit(LAUNCH_LIST_LIMITS.launchTests, operator.session.userId);
        await storeTestMail(deps, { subject, text }, operator);
        deps.wakeMail();
        const done = hasMailServer
          ? `The test goes to ${operator.email} within half a minute. Look at it, then send it to everyone. Keep this page open until then: the text is not stored.`
          : `The test to ${operator.email} is waiting for a mail server: none is set up, so nothing reaches anyone yet.`;
        return { showsNobody: { ...(await page(asked)), done } };
      }
      const refused = await refuseUntested(given);
      if (refused !== undefined) return refused;
      if (asked.do === 'ask')
        return {
          showsNobody: askPage(asked, (await countEntries(db)).untold, {
            hasMailServer,
            toFix: await countToFix(deps),
          }),
        };
      const stored = await storeLaunchMails(deps, { subject, text }, operator.by);
      deps.wakeMail();
      const mails = stored === 1 ? 'One email' : `${stored} emails`;
      const onTheWay = hasMailServer
        ? `${mails} ${stored === 1 ? 'is' : 'are'} on the way.`
        : `${mails} will go out once a mail server is set up.`;
      const done = `${onTheWay} Addresses that have already had the launch email were left out.`;
      return { showsNobody: { ...(await page()), done } };
    },
  );
}

const UNTESTED = {
  none: 'send yourself a test of exactly this subject and text first.',
  waiting: 'the test of this email has not been sent yet.',
  'given-up':
    'the test of this email was given up. An owner can see why under Mail. Then send yourself another one.',
} as const;

type Written = { readonly subject?: string; readonly text?: string };

/** The number of problems that block a launch. The mail server is left out, because the page names it by itself. */
async function countToFix(deps: AppDeps): Promise<number> {
  const problems = await launchProblemsOf(deps);
  return problems.filter(({ weight, where }) => weight === 'blocks' && where !== 'SMTP_URL').length;
}

/** A mail to everybody cannot be undone, so the operator confirms twice. */
function askPage(
  { subject, text }: Required<Written>,
  untold: number,
  { hasMailServer, toFix }: { readonly hasMailServer: boolean; readonly toFix: number },
): ConsolePage {
  return {
    title: `Send this to ${plural(untold, 'address', 'es')}?`,
    main: html`<p class="text-lead">This can’t be undone, and each person gets only one launch email.</p>
${!hasMailServer && html`<p class="banner">No mail server is set up. The emails will go out by themselves as soon as there is one.</p>`}
${toFix > 0 && html`<p class="banner"><span>${plural(toFix, 'thing')} still to fix before a public launch. Owners find the list under <a href="${CONSOLE_HOME}/system#launch">System</a>.</span></p>`}
${facts([['Subject', subject]], 'facts card')}
<p class="card said">${text}</p>
<form method="post" action="${LAUNCH_LIST_VIEW}" class="inline">${hidden({ subject, text })}
<button class="button button-danger" name="do" value="send">Send it to ${untold}</button>
<button class="button button-quiet" name="do" value="edit">Change it</button></form>`,
  };
}

/** The batches of launch mails that the page adds up, newest first. */
const BATCHES_SHOWN = 1_000;

/** The launch mails that were stored, from their audit lines. The batches of one mail are added up for each operator. */
async function sentMails(deps: AppDeps): Promise<Html[]> {
  const lines = await listLines(deps.db, { action: LAUNCH_MAIL_STORED.name, limit: BATCHES_SHOWN });
  const said = await linesInWords(deps, lines);
  const batches = lines.map(({ at, detail }, index) => {
    const { codes, words } = partsOfDetail(detail);
    const { who = '', isOperator = false } = said[index] ?? {};
    return { at, count: Number(codes), words, by: isOperator && html`, by <bdi>${plainLine(who)}</bdi>` };
  });
  const mails = Object.groupBy(batches, ({ by, words }) => JSON.stringify([by, words]));
  return Object.values(mails).flatMap((mail = []) => {
    const [newest] = mail;
    if (newest === undefined) return [];
    const total = mail.reduce((sum, { count }) => sum + count, 0);
    return html`<li><p class="said">${newest.words}</p><p class="soft">To ${plural(total, 'address', 'es')}, ${timeOf(newest.at)}${newest.by}</p></li>`;
  });
}

function launchListMain(
  { waiting, untold, mailed, dead, queued }: Awaited<ReturnType<typeof countEntries>>,
  sent: readonly Html[],
  { subject = '', text = '' }: Written,
): Html {
  const late = [dead > 0 && `${dead} given up`, queued > 0 && `${queued} waiting`].filter(Boolean).join(', ');
  return html`${facts(
    [
      ['To be told at launch', untold],
      ['Mailed', late === '' ? mailed : `${mailed} (${late})`],
      ['Not confirmed yet', waiting],
    ],
    'facts card',
  )}
${
  sent.length > 0 &&
  section(
    'sent',
    'Launch emails so far',
    html`<p class="soft">Subject and text as the audit log keeps them: without line breaks, and at most 2,000 characters.</p>
<ul class="plain">${sent}</ul>`,
  )
}
${section(
  'write',
  'Write to everyone who is to be told',
  html`<p class="soft">Each person gets only one launch email, with a link to leave. First send yourself a test with the same words.</p>
<form method="post" action="${LAUNCH_LIST_VIEW}" class="fields">
<label class="field"><span>Subject</span><input class="input" name="subject" required aria-describedby="subject-hint" value="${subject}"></label>
<p class="soft" id="subject-hint">At most ${SUBJECT_MOST} characters.</p>
<label class="field"><span>Text, with empty lines between paragraphs</span><textarea class="input" name="text" rows="10" required>${text}</textarea></label>
<p class="inline"><button class="button button-dawn" name="do" value="test">Send me a test</button>
${
  untold === 0
    ? html`<span class="soft">Nobody is waiting to be told.</span>`
    : html`<button class="button button-quiet" name="do" value="ask">Send it to ${untold}…</button>`
}</p></form>`,
)}
${section(
  'export',
  'Export the confirmed addresses',
  html`<form method="post" action="${LAUNCH_LIST_EXPORT}" class="fields">
${reasonField('Why', 'reason', EXPORT_REASONS)}
<p><button class="button button-quiet">Download as CSV</button></p></form>`,
)}`;
}
