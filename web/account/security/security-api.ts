import { ADDRESS_CHANGE_API } from '#contract/address-change-paths.ts';
import { CHANGES_API } from '#contract/change-paths.ts';
import type { AcceptedAnswer } from '#contract/identity.ts';
import { PASSKEY_API } from '#contract/passkey-paths.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { ProviderEntry } from '#contract/security.ts';
import { type CallResult, callAccount } from '#web/api/call-api.ts';

/** The endpoints of `contract/security.ts`, one function each. None of them throws. */
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
  return callAccount(ACCOUNT_API.unlinkProvider, { method: 'POST', body: { provider, id } });
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
