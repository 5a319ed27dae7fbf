import { PAGES } from '#contract/paths.ts';
import type { Shortcut } from '#server/http/listen.ts';
import { createPlainVisitCheck } from '#server/http/plain-visit.ts';
import type { RequestIds } from '#server/http/request-id.ts';
import type { RequestLog } from '#server/http/request-lines.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import type { RequestMeter } from '#server/metrics/request-meter.ts';
import { labelOf } from '#server/metrics/watch-requests.ts';
import { publicSettings } from '#server/settings/public-settings.ts';
import type { Settings } from '#server/settings/settings.ts';
import { answersOf, chooseAnswer } from './answers.ts';
import type { Site } from './site.ts';

type ShortcutDeps = {
  readonly site: Site;
  readonly settings: Settings;
  readonly requestIdOf: RequestIds;
  readonly requestLog: RequestLog;
  readonly metrics: { readonly requests: RequestMeter };
};

/**
 * Answers files of the site from Node's own request: a Web `Request` and `Response` and the layers of the app cost
 * several times what the answer does, and say nothing else (docs/decisions/0035). Whatever is not as usual (other
 * methods, redirects, odd hosts, visitors in the clear, paths that need decoding) is left to the app. What is sent,
 * logged and counted is the same on both ways; `shortcut.integration.test.ts` compares them.
 */
export function createSiteShortcut({
  site,
  settings,
  requestIdOf,
  requestLog,
  metrics,
}: ShortcutDeps): Shortcut {
  const { origin } = settings;
  const headersAt = createSecurityHeaders(origin, publicSettings(settings).stripePublishableKey !== '');
  const isPlainVisit = createPlainVisitCheck(origin);
  const files = new Map(
    [...site.files]
      // Its answer depends on who asks (`profile-gate.ts`).
      .filter(([path]) => path !== PAGES.profile)
      .map(([path, file]) => [
        path,
        { answers: answersOf(file, 200, headersAt(path)), label: labelOf(file) },
      ]),
  );
  return (incoming, response, head) => {
    const { method = '', url = '' } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const file = files.get(path);
    if (file === undefined) return false;
    if (!isPlainVisit(head)) return false;

    const started = performance.now();
    metrics.requests.began();
    const requestId = requestIdOf(head.requestId);
    const answer = chooseAnswer(file.answers, head.ifNoneMatch, head.acceptEncoding);
    const { status, headers, body } = answer;
    const ready = performance.now();
    const milliseconds = ready - started;
    if (method === 'HEAD' || !response.sendWhole(incoming, answer, requestId, ready)) {
      response.writeHead(status, [...headers, 'x-request-id', requestId]);
      response.end(method === 'HEAD' ? undefined : body);
    }
    metrics.requests.answered(file.label, method, status, milliseconds / 1_000);
    requestLog.info({ at: ready, requestId, method, route: path, status, ms: Math.round(milliseconds) });
    return true;
  };
}
