import type { RefusalAnswer } from '#contract/errors.ts';
import type { AcceptedAnswer } from '#contract/messages.ts';
import { PAGE_ERRORS } from '#contract/page-errors.ts';
import { parseObject } from './storage.ts';

/** `refused`: the server refused the call and gave a reason. `offline`: no answer came (no network, or a timeout). */
export type CallResult<T> =
  | { readonly kind: 'ok'; readonly data: T }
  | { readonly kind: 'refused'; readonly refusal: RefusalAnswer; readonly status: number }
  | { readonly kind: 'offline' };

export type FailedCall = Exclude<CallResult<unknown>, { kind: 'ok' }>;

/** `cancelled`: another prompt, or leaving the page, ended the browser's prompt before the call. Nothing happened, so nothing is shown. */
export type PromptResult<T> = CallResult<T> | { readonly kind: 'cancelled' };

/** True if the password or code that was sent is wrong. Other refusals with status 403 are about the account. */
export function isProofWrong(result: FailedCall): boolean {
  if (result.kind !== 'refused' || result.status !== 403) return false;
  const { code } = result.refusal;
  return code.endsWith('_REFUSED') || code === 'WRONG_PASSWORD';
}

export type CallOptions = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  /** If true, every answer with a 2xx status is a success, whatever its body, and `data` is empty. */
  readonly ignoresBody?: boolean;
};

const DESKTOP_TIMEOUT_MS = 30_000;
const MOBILE_TIMEOUT_MS = 60_000;

/** Sends a GET request to the site's own server. Never throws. */
export function getAnswer<T>(path: string): Promise<CallResult<T>> {
  return call<T>(path, {}, {});
}

/** Sends a POST request to the site's own server. Never throws. */
export function postBody<T = AcceptedAnswer>(path: string, body: object = {}): Promise<CallResult<T>> {
  return call<T>(path, { method: 'POST', body }, {});
}

/** Sends a request. Features use `getAnswer`, `postBody` or `callProduct` instead. Never throws. */
export async function call<T>(
  url: string,
  { method = 'GET', body, ignoresBody = false }: CallOptions,
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
    if (ignoresBody && response.ok) {
      void response.body?.cancel();
      return { kind: 'ok', data: {} as T };
    }
    text = await response.text();
  } catch {
    return { kind: 'offline' };
  }
  return readAnswer<T>(response.status, text);
}

/**
 * An answer is a success if it has a 2xx status and is a JSON object without `success: false`. Anything else, such as a
 * proxy's page, is a refusal.
 */
export function readAnswer<T>(status: number, text: string): CallResult<T> {
  const answer = parseObject(text);
  if (status >= 200 && status < 300 && answer && answer.success !== false) {
    return { kind: 'ok', data: answer as T };
  }
  return { kind: 'refused', status, refusal: readRefusal(status, answer) };
}

function readRefusal(status: number, answer: Record<string, unknown> | null): RefusalAnswer {
  if (answer?.success !== false || typeof answer.message !== 'string') {
    const message = [502, 503, 504].includes(status) ? PAGE_ERRORS.NOT_READY : PAGE_ERRORS.UNEXPECTED;
    return { success: false, code: 'UNEXPECTED', message };
  }
  const { code, message, fields, retryAfter } = answer;
  return {
    success: false,
    code: typeof code === 'string' ? code : 'UNEXPECTED',
    message,
    ...(Array.isArray(fields) && { fields }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  };
}

export function networkTimeoutMs(): number {
  return isMobile(navigator) ? MOBILE_TIMEOUT_MS : DESKTOP_TIMEOUT_MS;
}

type NavigatorHints = { readonly userAgent: string; readonly userAgentData?: { readonly mobile: boolean } };

/** Phones and tablets get longer timeouts (docs/product.md, "Not found and errors"). */
export function isMobile({ userAgent, userAgentData }: NavigatorHints): boolean {
  return userAgentData?.mobile ?? /Mobi|Android/.test(userAgent);
}
