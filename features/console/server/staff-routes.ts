import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { INVITED_MAIL } from '#content/features/console.ts';
import { PAGES, signInPath } from '#content/page-paths.ts';
import { addressKey } from '#contract/address.ts';
import { email, id } from '#contract/fields.ts';
import { DID_YOU_MEAN, LOOKS_MISTYPED, likelyAddress } from '#contract/likely-address.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { LINK_NOT_COMPLETE } from '#contract/link-token.ts';
import { ROLE_NAMES, ROLES, type Role } from '#contract/operators.ts';
import { filled } from '#contract/page-errors.ts';
import { pathFor } from '#contract/paths.ts';
import { wholeLinkToken } from '#features/accounts/bodies.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import { linkWith } from '#features/accounts/server/requested-mails.ts';
import { findSession } from '#features/accounts/server/sessions.ts';
import { ACTIONS, CONSOLE, INVITATION_HOURS } from '#features/console/contract.ts';
import type { ConsolePage, ConsoleRequest, ConsoleRoutes, Operator, Typed } from '#server/console-view.ts';
import { findRow } from '#server/database/rows.ts';
import { type Html, hidden, html, pressForm, section, select, textField, timeOf } from '#server/html/html.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { plural } from '#server/time.ts';
import { STAFF_LISTED } from './audit-actions.ts';
import type { ConsoleDeps } from './guard.ts';
import { isLastOwner } from './operator.ts';
import { sendConsolePage, toProblem } from './page.ts';
import {
  changeRole,
  findInvitation,
  inviteStaff,
  joinStaff,
  listInvitations,
  listStaff,
  type OpenInvitation,
  type StaffMember,
  withdrawInvitation,
} from './staff.ts';

/** The maximum length of a wrong address that the form shows again. */
const TYPED_MOST = 1_000;

const role = z.enum(ROLE_NAMES);
const inviteBody = z.object({
  do: z.literal('invite'),
  /** The handler checks the address, because it shows the form again if the address is wrong. */
  email: z.string().max(TYPED_MOST),
  /** An address that the form has already asked about, because it looks mistyped. It is now accepted. */
  sure: z.string().max(TYPED_MOST).optional(),
  role,
  by: z.enum(['mail', 'link']).default('link'),
});
const changeBody = z.object({ do: z.literal('role'), id, role });
const removeBody = z.object({ do: z.literal('remove'), id });
const withdrawBody = z.object({ do: z.literal('withdraw'), email });
const staffBody = z.discriminatedUnion('do', [inviteBody, changeBody, removeBody, withdrawBody]);
const joinQuery = z.object({ token: wholeLinkToken.optional().catch(undefined) });

export function staffRoutes(app: FastifyInstance, route: ConsoleRoutes, deps: ConsoleDeps): void {
  const { db } = deps;
  const page = async ({ session: { userId } }: Operator, typed?: Typed) => {
    const [staff, invited] = [await listStaff(db), await listInvitations(deps)];
    // Only an owner who can sign in opens this page. So if there is only one owner, it is this operator.
    const only = (await isOnlyOwner(userId)) ? userId : undefined;
    return { title: 'Operators', main: staffMain(staff, invited, { typed, only }) };
  };

  const look = { action: ACTIONS.manageStaff, audit: { action: STAFF_LISTED } };
  route.get(CONSOLE.staff, look, ({ operator, typed }) => page(operator, typed));

  route.get(CONSOLE.removeStaff, look, async ({ id, operator }) => {
    const member = await memberWith({ id });
    if (member !== undefined && !(await isOnlyOwner(id))) return removePage(member);
    return { ...(await page(operator)), problem: NOT_CHANGED[member ? 'last-owner' : 'not-there'] };
  });

  const isOnlyOwner = (id: string) => db.transaction().execute((tx) => isLastOwner(deps, tx, id));
  const memberWith = async ({ id, address = '' }: { readonly id?: string; readonly address?: string }) =>
    (await listStaff(db)).find((one) => one.id === id || one.email === addressKey(address));

  const refuseWrong = async ({ body: asked }: ConsoleRequest<unknown, z.infer<typeof staffBody>>) => {
    if (asked.do === 'withdraw') return undefined;
    const typed = asked.do === 'invite' ? { email: asked.email, role: asked.role } : undefined;
    if (asked.do === 'invite' && wrongAddress(asked.email, asked.sure) !== undefined)
      return toProblem(CONSOLE.staff, 'Nobody was invited.', typed);
    if (asked.do !== 'remove' && asked.role === 'owner') return undefined;
    const id = asked.do === 'invite' ? (await memberWith({ address: asked.email }))?.id : asked.id;
    const isLast = id !== undefined && (await isOnlyOwner(id));
    return isLast ? toProblem(CONSOLE.staff, NOT_CHANGED['last-owner'], typed) : undefined;
  };

  route.post(
    CONSOLE.staff,
    { action: ACTIONS.manageStaff, body: staffBody, proof: true, refuse: refuseWrong },
    async (given) => {
      const { body: asked, operator } = given;
      const wrong = await refuseWrong(given);
      if (wrong !== undefined) return wrong;
      const by = operator.by;
      if (asked.do === 'invite') {
        const to = email.parse(asked.email);
        const { role } = asked;
        const member = await memberWith({ address: to });
        const already = member
          ? ` They are already an operator (${member.role}). Once accepted, the invitation replaces that role.`
          : '';
        const linkOf = (token: string) => linkWith(deps, CONSOLE.join, token);
        if (asked.by === 'mail') {
          const works = plural(INVITATION_HOURS, 'hour');
          await inviteStaff(deps, { email: to, role }, by, (tx, token, linkExpiresAt) => {
            const values = { inviter: operator.name, role, may: ROLES[role], works, link: linkOf(token) };
            return storeMail(deps, tx, { mail: INVITED_MAIL, to, userId: null, values, linkExpiresAt });
          });
          deps.wakeMail();
          const goes = deps.settings.smtpUrl === undefined ? 'is waiting for a mail server' : 'is on its way';
          return { goTo: CONSOLE.staff, flash: { words: `The invitation to ${to} ${goes}.${already}` } };
        }
        const link = linkOf(await inviteStaff(deps, { email: to, role }, by));
        const done = html`Send this link to ${to}. It works once, for ${INVITATION_HOURS} hours, and is shown only now: <code class="copy">${link}</code>
<button type="button" class="button button-quiet button-small" id="copy" hidden>Copy the link</button>${already}`;
        const main = html`<p><a href="${CONSOLE.staff}">All operators</a></p>`;
        return { showsNobody: { title: 'Invited', done, main } };
      }
      if (asked.do === 'withdraw') {
        if (!(await withdrawInvitation(deps, asked.email, by)))
          return toProblem(CONSOLE.staff, NOT_CHANGED.withdrawn);
        return { goTo: CONSOLE.staff, flash: { words: `The invitation for ${asked.email} is withdrawn.` } };
      }
      const role = asked.do === 'role' ? asked.role : undefined;
      const { name = 'The operator' } = (await memberWith(asked)) ?? {};
      const result = await changeRole(deps, asked.id, role, by);
      if (result !== 'changed') return toProblem(CONSOLE.staff, NOT_CHANGED[result]);
      // An operator who changed their own role may no longer see the list of operators, and gets another page.
      const ownGoTo = role === undefined ? PAGES.home : CONSOLE.home;
      const goTo = asked.id === operator.session.userId ? ownGoTo : CONSOLE.staff;
      return { goTo, flash: { words: `${name} is ${role ? `now ${role}` : 'no longer an operator'}.` } };
    },
  );

  // Adds the routes of an invitation. They need no role, because a visitor with an invitation is not an operator yet.
  const join = declareRoutes(app, deps);
  const byLink = {
    query: joinQuery,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: 'text/html', 303: 'text/plain', 404: 'text/html' },
  } as const;
  join.get(CONSOLE.join, byLink, async ({ request, reply, query: { token } }) => {
    if (token === undefined) return sendConsolePage(reply, deps.frame, JOIN_CUT);
    const invitation = await findInvitation(deps, token);
    if (invitation === undefined || invitation.withdrawn_at !== null)
      return sendConsolePage(reply, deps.frame, goneOf(invitation));
    const member = await memberWith({ address: invitation.email });
    const page = joinPage(invitation, await findVisitor(request), token, member);
    return sendConsolePage(reply, deps.frame, page);
  });
  join.post(CONSOLE.join, byLink, async ({ request, reply, query: { token } }) => {
    if (token === undefined) return sendConsolePage(reply, deps.frame, JOIN_CUT);
    const visitor = await findVisitor(request);
    const joined = visitor === undefined ? 'gone' : await joinStaff(deps, visitor.session, token);
    if (joined === 'joined') return reply.redirect(CONSOLE.home, 303);
    if (joined === 'last-owner') return sendConsolePage(reply, deps.frame, LAST_OWNER_PAGE);
    return sendConsolePage(reply, deps.frame, goneOf(await findInvitation(deps, token)));
  });

  const findVisitor = async ({ cookies }: FastifyRequest) => {
    const session = await findSession(deps, cookies[deps.cookies.session]);
    const user = session && (await findRow(db, 'users', ['email'], { id: session.userId }));
    return user && { session, email: user.email };
  };
}

const NOT_CHANGED = {
  'last-owner':
    'This is the only owner, and nobody could give the role back. Make someone else an owner first.',
  'not-there': 'This operator was removed in the meantime.',
  withdrawn: 'This invitation has been used, was withdrawn or has expired in the meantime.',
};

/** What is wrong with the typed address of an invitation. An address that looks mistyped is accepted when it is sent again. */
function wrongAddress(typed: string, sure = ''): string | undefined {
  const { data: to, error } = email.safeParse(typed);
  if (to === undefined) return error.issues[0]?.message;
  const likely = addressKey(sure) !== to && likelyAddress(to);
  return likely ? `${LOOKS_MISTYPED} ${filled(DID_YOU_MEAN, { email: likely })}` : undefined;
}

const ROLE_WORDS = Object.fromEntries(ROLE_NAMES.map((name) => [name, `${name}: ${ROLES[name]}`]));

/** The options for choosing a role, by name only, because there is no room for more beside an operator’s name. */
const ROLE_LABELS = Object.fromEntries(ROLE_NAMES.map((name) => [name, name]));

const LAST_OWNER_PAGE: ConsolePage = {
  title: 'You’re the only owner',
  status: 409,
  main: html`<p class="text-lead">${NOT_CHANGED['last-owner']}</p>`,
};

const JOIN_GONE: ConsolePage = {
  title: 'This link doesn’t work',
  status: 410,
  main: html`<p class="text-lead">It has been used, has expired, or is for another address. If you have joined with it, <a href="${CONSOLE.home}">open the console</a>. Otherwise, ask the person who sent it for a new one.</p>`,
};

const JOIN_CUT: ConsolePage = {
  title: 'This link is incomplete',
  status: 422,
  main: html`<p class="text-lead">${LINK_NOT_COMPLETE}</p>
<p>If you no longer have all of it, ask the person who sent it for a new one.</p>`,
};

const JOIN_WITHDRAWN: ConsolePage = {
  title: 'This invitation was withdrawn',
  status: 410,
  main: html`<p class="text-lead">The person who invited you has changed their mind, or sent you the invitation by mistake. There’s nothing for you to do, and your account on the site stays as it is.</p>
<p>If you expected to join, ask them for a new link.</p>`,
};

const goneOf = (invitation: { readonly withdrawn_at: string | null } | undefined) =>
  invitation?.withdrawn_at ? JOIN_WITHDRAWN : JOIN_GONE;

function joinPage(
  { email, role }: { readonly email: string; readonly role: Role },
  visitor: { readonly email: string } | undefined,
  token: string,
  member: { readonly role: Role } | undefined,
): ConsolePage {
  const title = 'Join the console';
  const here = `${CONSOLE.join}?token=${encodeURIComponent(token)}`;
  const signIn = signInPath(encodeURIComponent(here));
  // The sign-in page fills in the address from the fragment, which browsers send to no server.
  const fragment = `#email=${encodeURIComponent(email)}`;
  const lead = html`<p class="text-lead">This invitation is for the account of ${email}, as ${role}: ${ROLES[role]}.</p>`;
  const instead =
    member && html`<p>You work here as ${member.role} now. Joining makes you ${role} instead.</p>`;
  if (visitor?.email === email)
    return { title, main: html`${lead}${instead}${pressForm(here, {}, 'Join', 'button-dawn')}` };
  // A signed-in visitor gets no link to the sign-in page, because it would lead back here.
  return {
    title,
    main:
      visitor === undefined
        ? html`${lead}<p>Sign in to that account, or create it, and come back to this page.</p>
<p class="inline"><a class="button button-dawn" href="${signIn}${fragment}">Sign in</a>
<a class="button button-quiet" href="${signIn}&view=create${fragment}">Create the account</a></p>`
        : html`${lead}<p>You’re signed in as ${visitor.email}. Sign out on your profile, then open this link again.</p>
<p><a class="button button-dawn" href="${PAGES.profile}">Open your profile</a></p>`,
  };
}

/** Asks an owner to confirm the removal of a role, because the removal closes the console for that operator at once. */
function removePage({ id, name, email, role }: StaffMember): ConsolePage {
  return {
    title: `Remove the role of ${name}?`,
    main: html`<p class="text-lead">${email} is ${role}. The console closes for them at once, and their messages stay assigned until someone takes them over. Their account on the site stays as it is.</p>
<div class="inline">${pressForm(CONSOLE.staff, { do: 'remove', id }, 'Remove the role', 'button-danger')}
<a class="button button-quiet button-small" href="${CONSOLE.staff}" data-key="u">Keep it</a></div>`,
  };
}

/** `typed`: an invitation that was refused, because its address is wrong or looks mistyped. `only`: the only owner, who must stay. */
function staffMain(
  staff: readonly StaffMember[],
  invited: readonly OpenInvitation[],
  { typed, only }: { readonly typed: Typed | undefined; readonly only: string | undefined },
): Html {
  const problem = typed?.email !== undefined && wrongAddress(typed.email);
  const row = ({ id, name, email, role, created_at, last_used_at }: StaffMember) => html`<li class="card row">
<div><strong>${name}</strong><br><span class="soft">${email}</span></div>
<div class="soft">Joined ${timeOf(created_at)}<br>${last_used_at === null ? 'Not here now' : html`Last here ${timeOf(last_used_at)}`}</div>
${
  id === only
    ? html`<div>owner<br><span class="soft">The only owner. Make someone else an owner first.</span></div>`
    : html`<form method="post" action="${CONSOLE.staff}" class="inline">${hidden({ do: 'role', id })}${select('role', 'Role', ROLE_LABELS, role, { spoken: `Role of ${name}` })}<button class="button button-quiet button-small">Change</button>
<a class="button button-danger button-small" href="${pathFor(CONSOLE.removeStaff, id)}" aria-label="Remove the role of ${name}">Remove the role…</a></form>`
}</li>`;
  const invitation = ({ email, role, invited_at, expires_at }: OpenInvitation) => html`<li class="card row">
<div>${email}<br><span class="soft">As ${role}</span></div>
<div class="soft">Invited ${timeOf(invited_at)}<br>Works until ${timeOf(expires_at)}</div>
${pressForm(CONSOLE.staff, { do: 'withdraw', email }, 'Withdraw the invitation')}</li>`;
  return html`<ul class="rows staff">${staff.map(row)}</ul>
${
  invited.length > 0 &&
  section(
    'invited',
    'Invited, but not joined yet',
    html`<ul class="rows staff">${invited.map(invitation)}</ul>`,
    'part',
  )
}
${section(
  'invite',
  'Invite a colleague',
  html`<form method="post" action="${CONSOLE.staff}" class="fields">${hidden({ do: 'invite', sure: typed?.email ?? '' })}
${textField('email', 'Email address of their account', html`type="text" inputmode="email" autocapitalize="none" spellcheck="false" required maxlength="${EMAIL_MAX_LENGTH}" value="${typed?.email}"`, problem)}
${select('role', 'Role', ROLE_WORDS, typed?.role ?? 'support')}
<p class="inline"><button class="button button-dawn" name="by" value="mail">Email the invitation</button>
<button class="button button-quiet" name="by" value="link">Make a link</button></p></form>`,
)}`;
}
