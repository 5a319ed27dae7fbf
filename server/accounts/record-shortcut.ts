import type { IncomingMessage } from 'node:http';
import type { Refusal } from '#contract/errors.ts';
import { PRODUCT_API } from '#contract/paths.ts';
import type { UserAnswer } from '#contract/users.ts';
import { type Caller, liveSession } from '#server/accounts/caller.ts';
import { cookieNames } from '#server/accounts/cookies.ts';
import type { IdentityDeps } from '#server/accounts/identity-deps.ts';
import { createTokenReader } from '#server/accounts/session-token.ts';
import { describeFailure } from '#server/http/answer-errors.ts';
import type { Shortcut } from '#server/http/listen.ts';
import { createPlainVisitCheck } from '#server/http/plain-visit.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import type { RequestIds } from '#server/http/request-id.ts';
import type { RequestLog } from '#server/http/request-lines.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import type { WholeResponse } from '#server/http/whole-answer.ts';
import type { RequestMeter } from '#server/metrics/request-meter.ts';
import { publicSettings } from '#server/settings/public-settings.ts';
import type { Settings } from '#server/settings/settings.ts';
import { findRecord } from './record.ts';

type RecordShortcutDeps = IdentityDeps & {
  readonly settings: Settings;
  readonly takeFromLimit: TakeFromLimit;
  readonly requestIdOf: RequestIds;
  readonly requestLog: RequestLog;
  readonly metrics: { readonly requests: RequestMeter };
};

type RecordAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: UserAnswer | Refusal;
};

const ROUTE = PRODUCT_API.user;
const START = ROUTE.slice(0, ROUTE.indexOf(':'));
const JSON_HEADERS = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };

/**
 * Answers people who read their own record, from Node's own request (docs/decisions/0044). Whatever is not as usual
 * (bearer tokens, a key that is not ours, sessions that have ended, the record of another person) is left to the app.
 * What is sent, limited, logged and counted is the same on both ways; `record-shortcut.integration.test.ts` compares.
 */
export function createRecordShortcut(deps: RecordShortcutDeps): Shortcut {
  const { settings, requestIdOf, requestLog, metrics } = deps;
  const isPlainVisit = createPlainVisitCheck(settings.origin);
  const tokenOf = createTokenReader(deps, cookieNames(settings.origin).session);
  const takesCards = publicSettings(settings).stripePublishableKey !== '';
  const headers = { ...createSecurityHeaders(settings.origin, takesCards)(START), ...JSON_HEADERS };

  const answerOf = async ({ sessionId, userId }: Caller, requestId: string): Promise<RecordAnswer> => {
    try {
      await deps.takeFromLimit('apiPerSession', sessionId);
      const data = (await findRecord(deps.db, userId)) ?? refuse('USER_NOT_FOUND', { withoutData: true });
      return { status: 200, headers, body: { success: true, data } };
    } catch (error) {
      const failure = describeFailure(error as Error, () => deps.log.child({ requestId }));
      return { ...failure, headers: { ...headers, ...Object.fromEntries(failure.headers) } };
    }
  };
  const answer = async (
    incoming: IncomingMessage,
    response: WholeResponse,
    caller: Caller,
    givenId: string | undefined,
  ) => {
    const started = performance.now();
    metrics.requests.began();
    const requestId = requestIdOf(givenId);
    const said = await answerOf(caller, requestId);
    response.sendText(incoming, said, requestId, JSON.stringify(said.body));
    const { status } = said;
    const ready = performance.now();
    const milliseconds = ready - started;
    metrics.requests.answered(ROUTE, 'GET', status, milliseconds / 1_000);
    requestLog.info({
      at: ready,
      requestId,
      method: 'GET',
      route: ROUTE,
      status,
      ms: Math.round(milliseconds),
    });
  };

  return (incoming, response, head, toApp) => {
    const { method, url = '' } = incoming;
    if (method !== 'GET' || !url.startsWith(START) || head.isAuthorized || !isPlainVisit(head)) return false;
    // It is public: no secret can be found out by how long this takes.
    if (head.apiKey !== settings.publicApiKey) return false;
    const token = tokenOf(head.cookie);
    if (token === undefined) return false;
    const passOn = async () => {
      const caller = await liveSession(deps, 'token', token).catch(() => undefined);
      if (caller === undefined || START + caller.userId !== url) toApp();
      else await answer(incoming, response, caller, head.requestId);
    };
    void passOn();
    return true;
  };
}
