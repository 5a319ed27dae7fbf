import { useState } from 'react';
import { ACCOUNT_ERRORS } from '#contract/account-errors.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { LinkAnswer } from '#features/accounts/bodies.ts';
import { type CallResult, type FailedCall, postBody } from '#web/api/call-api.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import { failed, failure } from './auth-notice.ts';
import { useLinkToken } from './use-link-token.ts';

/**
 * The state of a page that was opened by a mailed link: its token (`useLinkToken`), the account's address and the message to
 * show.
 *
 * @param onAsked called with the server's description of the link, or with undefined if that call failed: the form can still be
 *    sent
 */
export function useMailedLink(onAsked?: (link: LinkAnswer['data'] | undefined) => void) {
  const [email, setEmail] = useState('');
  const [dead, setDead] = useState(false);
  const [notice, setNotice] = useState<BannerMessage | null>(null);
  const token = useLinkToken(async (found) => {
    const result = await postBody<LinkAnswer>(ACCOUNT_API.link, { token: found });
    const link = result.kind === 'ok' ? result.data.data : undefined;
    setEmail(link?.email ?? '');
    setDead(link === null);
    setNotice(link === null ? failed(ACCOUNT_ERRORS.LINK_NOT_VALID) : null);
    onAsked?.(link);
  });

  /** Runs `call` with the link's token; does nothing if there is no token. */
  async function send<T>(
    call: (token: string) => Promise<CallResult<T>>,
  ): Promise<CallResult<T> | undefined> {
    setNotice(null);
    return token ? call(token) : undefined;
  }

  /** Shows why the page's form was refused. */
  function fail(result: FailedCall): void {
    setDead(result.kind === 'refused' && result.refusal.code === 'LINK_NOT_VALID');
    setNotice(failure(result));
  }

  return { token, email, setEmail, isOpen: token !== null && !dead, notice, setNotice, send, fail };
}
