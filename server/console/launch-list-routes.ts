import { z } from 'zod';
import { CONSOLE, REASON_NAMES, REASONS } from '#contract/console.ts';
import { email } from '#contract/identity.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { csv } from '#server/csv.ts';
import { parseBody } from '#server/http/body.ts';
import { countEntries, listConfirmed } from '#server/launch-list/entries.ts';
import { findTests, storeLaunchMails, storeTestMail } from '#server/launch-list/launch-mail.ts';
import { isSubject, SUBJECT_MOST } from '#server/mail/subject.ts';
import type { ConsoleDeps, MakeConsoleRoute } from './guard.ts';
import { type Html, html } from './html.ts';
import { auditOf } from './operator.ts';
import { hidden, type Page, select } from './page.ts';

const mail = {
  subject: z
    .string()
    .trim()
    .refine(isSubject, `The subject must be one line of at most ${SUBJECT_MOST} characters.`),
  text: z.string().trim().min(1, 'Please write the text.').max(20_000),
};
const testBody = z.object({ do: z.literal('test'), ...mail, to: email });
const sendBody = z.object({ do: z.literal('send'), ...mail });
const exportBody = z.object({ do: z.literal('export'), reason: z.enum(REASON_NAMES) });
const body = z.discriminatedUnion('do', [testBody, sendBody, exportBody]);

/** Who waits for the launch, and the mail that tells them (docs/decisions/0064-the-launch-list.md). */
export function launchListRoutes(
  route: MakeConsoleRoute,
  deps: ConsoleDeps & { readonly hasMailServer: boolean },
): void {
  const { db } = deps;
  const page = async (written: Written = {}): Promise<Page> => ({
    title: 'Launch list',
    view: CONSOLE.launchList,
    main: launchListMain(await countEntries(db), written),
  });

  route({
    method: 'GET',
    url: CONSOLE.launchList,
    action: 'read-launch-list',
    handle: async (_request, _reply, operator) => page({ to: operator.email }),
  });

  route({
    method: 'POST',
    url: CONSOLE.launchList,
    action: 'work-on-launch-list',
    needsProof: true,
    handle: async (request, reply, operator) => {
      const asked = parseBody(request, body);
      if (asked.do === 'export') {
        await recordAlone(deps, {
          ...auditOf(operator),
          action: 'launch-list-exported',
          detail: `csv, ${asked.reason}`,
        });
        const rows = (await listConfirmed(db)).map(({ email, confirmed_at }) => [email, confirmed_at]);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="launch-list.csv"')
          .send(csv([['email', 'confirmed_at'], ...rows], true));
      }
      const { subject, text } = asked;
      if (asked.do === 'test') {
        await storeTestMail(deps, { subject, text }, asked.to);
        deps.wakeMail();
        const done = `The test goes to ${asked.to} within half a minute. Look at it, then send it to all.`;
        return { ...(await page({ subject, text, to: asked.to })), done };
      }
      const tests = await findTests(db, { subject, text }, deps);
      if (tests !== 'sent') {
        const problem =
          tests === 'none'
            ? 'Nothing was sent: send yourself a test of this very subject and text first.'
            : 'Nothing was sent: the test of this mail has not left yet.';
        return { ...(await page({ subject, text, to: operator.email })), problem };
      }
      const stored = await storeLaunchMails(deps, { subject, text }, auditOf(operator));
      deps.wakeMail();
      return {
        ...(await page({ to: operator.email })),
        done: `${stored === 1 ? 'One mail is' : `${stored} mails are`} on the way. Whoever had the launch mail already was left out.`,
      };
    },
  });
}

type Written = {
  readonly subject?: string;
  readonly text?: string;
  readonly to?: string;
};

function launchListMain(
  { waiting, untold, told }: { readonly waiting: number; readonly untold: number; readonly told: number },
  { subject = '', text = '', to = '' }: Written,
): Html {
  return html`<dl class="facts"><dt>To be told at launch</dt><dd>${untold}</dd><dt>Told</dt><dd>${told}</dd><dt>Not confirmed yet</dt><dd>${waiting}</dd></dl>
<section class="card" aria-labelledby="write"><h2 id="write">Write to all who are to be told</h2>
<p class="soft">Each address gets one launch mail, whatever its words, with a link to leave. A test of the same words comes first.</p>
<form method="post" action="${CONSOLE.launchList}" class="fields">
<label class="field"><span>Subject</span><input class="input" name="subject" required maxlength="${SUBJECT_MOST}" value="${subject}"></label>
<label class="field"><span>Text, with empty lines between paragraphs</span><textarea class="input" name="text" rows="10" required>${text}</textarea></label>
<label class="field"><span>Address for the test</span><input class="input" type="email" name="to" value="${to}"></label>
<p class="inline"><button class="button button-dawn" name="do" value="test">Send me a test</button>
<button class="button button-danger" name="do" value="send">Send it to ${untold}</button></p></form></section>
<section class="card" aria-labelledby="export"><h2 id="export">Export the confirmed addresses</h2>
<form method="post" action="${CONSOLE.launchList}" class="fields">${hidden({ do: 'export' })}
${select('reason', 'Why', REASONS)}
<p><button class="button button-quiet">Download as CSV</button></p></form></section>`;
}
