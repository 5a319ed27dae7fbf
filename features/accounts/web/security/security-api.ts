import type { AcceptedAnswer } from '#contract/messages.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type {} from '#features/accounts/security-bodies.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { PASSKEY_API } from '#features/passkeys/contract.ts';
import type { ProviderEntry } from '#features/social-sign-in/bodies.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/** The endpoints of `features/accounts/security-bodies.ts`, one function each. None of them throws. */
export function changePassword(password: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.password, { method: 'POST', body: { password } });
}

export function askForAddress(email: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ADDRESS_CHANGE_API.ask, { method: 'POST', body: { email } });
}

/** Without an id, all but this one. */
export function endSessions(id?: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(ACCOUNT_API.endSessions, { method: 'POST', body: id === undefined ? {} : { id } });
}

export function unlinkProvider({ provider, id }: ProviderEntry): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(SOCIAL_API.unlink, { method: 'POST', body: { provider, id } });
}

export function decideChange(
  id: string,
  decision: 'take-back' | 'keep',
): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(CHANGES_API.decide, { method: 'POST', body: { id, decision } });
}

export function renamePasskey(id: string, name: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(PASSKEY_API.rename, { method: 'POST', body: { id, name } });
}

export function removePasskey(id: string): Promise<CallResult<AcceptedAnswer>> {
  return callAccount(PASSKEY_API.remove, { method: 'POST', body: { id } });
}
