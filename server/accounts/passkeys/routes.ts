import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PASSKEY_WORDS } from '#content/passkeys.ts';
import type { AcceptedAnswer, SessionAnswer } from '#contract/identity.ts';
import { MESSAGES } from '#contract/messages.ts';
import { pageRecord } from '#contract/page-record.ts';
import { PASSKEY_API } from '#contract/passkey-paths.ts';
import {
  type AddOptions,
  addPasskeyBody,
  type PasskeyAddedAnswer,
  type PasskeyOptionsAnswer,
  passkeyOptionsBody,
  provePasskeyBody,
  removePasskeyBody,
  renamePasskeyBody,
  signInPasskeyBody,
  type UseOptions,
} from '#contract/passkeys.ts';
import { parseBody } from '#server/http/body.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import {
  type CookieNames,
  cookieAttributes,
  deviceCookieAttributes,
  sessionCookieAttributes,
} from '../cookies.ts';
import { refuseClosed } from '../refuse-closed.ts';
import { askForCode, codeNeeded } from '../second-step/routes.ts';
import { createRequire } from '../security/require-session.ts';
import { createSession } from '../sessions.ts';
import { CHALLENGE_SECONDS } from './challenges.ts';
import { checkPasskey, proveByPasskey } from './check-passkey.ts';
import { optionsToAdd, optionsToUse } from './options.ts';
import { addPasskey, removePasskey, renamePasskey } from './passkeys.ts';

type PasskeyRoutesDeps = AccountsDeps & {
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
};

/** The endpoints of `contract/passkeys.ts` (docs/decisions/0067-passkeys.md). */
export function passkeyRoutes(app: FastifyInstance, deps: PasskeyRoutesDeps): void {
  const { cookies, origin, takeFromLimit } = deps;
  const { requireSession, requireProof } = createRequire(deps);
  const accepted = (message: string): AcceptedAnswer => ({ success: true, message });

  /** Tabs share the token: what one of them was asked stays good when another one asks. */
  const keepBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
    const sent = request.cookies[cookies.passkey] ?? '';
    const browser = /^[\w-]{43}$/.test(sent) ? sent : deps.newToken();
    reply.setCookie(cookies.passkey, browser, { ...cookieAttributes(origin), maxAge: CHALLENGE_SECONDS });
    return browser;
  };
  const browserOf = (request: FastifyRequest) =>
    request.cookies[cookies.passkey] ?? refuse('PASSKEY_REFUSED');

  app.post(PASSKEY_API.options, async (request, reply) => {
    const { purpose } = parseBody(request, passkeyOptionsBody);
    await takeFromLimit('passkeyOptionsPerIp', networkOf(request));
    if (purpose === 'add') {
      const { userId } = await requireProof(request);
      const asked = { purpose, userId, browser: keepBrowser(request, reply) };
      const options = (await optionsToAdd(deps, asked)) ?? refuse('NOT_SIGNED_IN');
      return { success: true, options } satisfies PasskeyOptionsAnswer<AddOptions>;
    }
    const userId = purpose === 'proof' ? (await requireSession(request)).userId : undefined;
    const options = await optionsToUse(deps, { purpose, userId, browser: keepBrowser(request, reply) });
    return { success: true, options } satisfies PasskeyOptionsAnswer<UseOptions>;
  });

  app.post(PASSKEY_API.add, async (request) => {
    const session = await requireProof(request);
    const { answer } = parseBody(request, addPasskeyBody);
    const name = browserKind(request.headers['user-agent']);
    const codes =
      (await addPasskey(deps, session, { browser: browserOf(request), answer, name })) ??
      refuse('PASSKEY_REFUSED');
    return { ...accepted(PASSKEY_WORDS.done.added), codes } satisfies PasskeyAddedAnswer;
  });

  app.post(PASSKEY_API.signIn, async (request, reply) => {
    const { answer, rememberDevice: remember } = parseBody(request, signInPasskeyBody);
    const giveBack = await takeFromLimit('signInPerIp', networkOf(request));
    const asked = { purpose: 'sign-in', browser: browserOf(request) } as const;
    const passkey = (await checkPasskey(deps, asked, answer)) ?? refuse('PASSKEY_REFUSED');
    const person = { userId: passkey.userId, proof: { way: 'passkey', passkey }, remember } as const;
    const created = await createSession(deps, person, {
      userAgent: request.headers['user-agent'],
      token: request.cookies[cookies.session],
      device: request.cookies[cookies.device],
      trusted: request.cookies[cookies.trusted],
    });
    if (created === undefined) await refuseClosed(deps.db, passkey.userId);
    if (created === undefined) refuse('PASSKEY_REFUSED');
    if ('step' in created) {
      askForCode(reply, deps, created.step);
      return codeNeeded(reply);
    }
    await giveBack();
    reply.setCookie(cookies.session, created.token, sessionCookieAttributes(origin, remember));
    reply.setCookie(cookies.device, created.device, deviceCookieAttributes(origin));
    reply.clearCookie(cookies.pending, cookieAttributes(origin));
    const data = pageRecord(created.record);
    return { success: true, data, remembered: remember } satisfies SessionAnswer;
  });

  app.post(PASSKEY_API.proof, async (request) => {
    const session = await requireSession(request);
    const { answer } = parseBody(request, provePasskeyBody);
    const result = await proveByPasskey(deps, session, { browser: browserOf(request), answer });
    if (result === 'refused') refuse('PASSKEY_REFUSED');
    if (result === 'code-needed') refuse('SECOND_STEP_NEEDED');
    return accepted(MESSAGES.proved);
  });

  app.post(PASSKEY_API.rename, async (request) => {
    const session = await requireProof(request);
    if (!(await renamePasskey(deps, session, parseBody(request, renamePasskeyBody))))
      refuse('PASSKEY_REFUSED');
    return accepted(PASSKEY_WORDS.done.renamed);
  });

  app.post(PASSKEY_API.remove, async (request) => {
    const session = await requireProof(request);
    const { id } = parseBody(request, removePasskeyBody);
    if ((await removePasskey(deps, session, id)) === 'last-way-in') refuse('LAST_WAY_IN');
    return accepted(PASSKEY_WORDS.done.removed);
  });
}
