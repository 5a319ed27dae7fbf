import type { LinkAnswer } from '#contract/identity.ts';
import { describeLink } from '#web/account/account-api.ts';
import { useLinkToken } from './use-link-token.ts';

/**
 * The token of an account's mailed link, as `useLinkToken` has it, and what the server says of the link.
 *
 * @param onAnswer called at most once, and not when the server cannot be asked: it answers the form all the same
 * @param onAsked called after it, also when the server cannot be asked
 */
export function useMailedLink(
  onAnswer: (link: LinkAnswer['data']) => void,
  onAsked?: () => void,
): string | null | undefined {
  return useLinkToken(async (token) => {
    const result = await describeLink(token);
    if (result.kind === 'ok') onAnswer(result.data.data);
    onAsked?.();
  });
}
