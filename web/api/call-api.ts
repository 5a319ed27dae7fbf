import { isErrorCode, type Refusal, sentenceOf } from '#contract/errors.ts';
import { publicSettings } from './public-settings.ts';
import { parseObject } from './storage.ts';

/** `refused`: the server answered no, with the reason. `offline`: no answer came (no network, or too late). */
export type CallResult<T> =
  | { readonly kind: 'ok'; readonly data: T }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly status: number }
  | { readonly kind: 'offline' };

export type CallOptions = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
};

const DESKTOP_TIMEOUT_MS = 30_000;
const MOBILE_TIMEOUT_MS = 60_000;

/** One of our account endpoints, on the page's own origin. Never throws. */
export function callAccount<T>(path: string, options: CallOptions = {}): Promise<CallResult<T>> {
  return call<T>(path, options, {});
}

/** The product API (spec §7), wherever the settings say it lives, with the client's key. Never throws. */
export function callProduct<T>(path: string, options: CallOptions = {}): Promise<CallResult<T>> {
  const { apiHost, apiKey } = publicSettings();
  return call<T>(apiHost + path, options, { 'x-api-key': apiKey });
}

async function call<T>(
  url: string,
  { method = 'GET', body }: CallOptions,
  headers: Record<string, string>,
): Promise<CallResult<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(networkTimeoutMs()),
    });
    text = await response.text();
  } catch {
    return { kind: 'offline' };
  }
  return readAnswer<T>(response.status, text);
}

/**
 * An answer's meaning. Only a 2xx with a JSON object that does not say `success: false` counts as done; whatever
 * else arrives, a proxy's HTML page included, is a refusal with a sentence that can be shown.
 */
export function readAnswer<T>(status: number, text: string): CallResult<T> {
  const answer = parseObject(text);
  if (status >= 200 && status < 300 && answer && answer.success !== false) {
    return { kind: 'ok', data: answer as T };
  }
  return { kind: 'refused', status, refusal: readRefusal(status, answer) };
}

function readRefusal(status: number, answer: Record<string, unknown> | null): Refusal {
  if (answer && isErrorCode(answer.code) && typeof answer.message === 'string') {
    return { ...answer, success: false, code: answer.code, message: answer.message };
  }
  const code = status === 502 || status === 503 || status === 504 ? 'NOT_READY' : 'UNEXPECTED';
  return { success: false, code, message: sentenceOf(code) };
}

/** How long any call may take, in milliseconds (spec §9). */
export function networkTimeoutMs(): number {
  return isMobile(navigator) ? MOBILE_TIMEOUT_MS : DESKTOP_TIMEOUT_MS;
}

type NavigatorHints = { readonly userAgent: string; readonly userAgentData?: { readonly mobile: boolean } };

/** Phones and tablets get more patience (spec §9). */
export function isMobile({ userAgent, userAgentData }: NavigatorHints): boolean {
  return userAgentData?.mobile ?? /Mobi|Android/.test(userAgent);
}
