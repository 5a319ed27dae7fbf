import type { FastifyInstance } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { filled } from '#contract/page-errors.ts';
import { CONFIRMATIONS_USED_UP, LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { createAccess } from '#features/accounts/server/access.ts';
import { areConfirmationsUsedUp } from '#features/accounts/server/confirmation-turns.ts';
import { networkHash } from '#features/accounts/server/hashes.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import {
  addressChangeBody,
  addressChangedAnswer,
  confirmAddressBody,
} from '#features/address-change/bodies.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { accepted, answered, refuse } from '#server/http/refusal.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { cancelAddressChange, confirmAddressChange, requestAddressChange } from './address-changes.ts';

export const ADDRESS_CHANGE_LIMITS = rateLimits({
  /** This limit exists because each request sends a mail to an address that the requester chooses. */
  addressChangesPerAccount: { points: 5, seconds: 3_600 },
});

export function addressChangeRoutes(app: FastifyInstance, deps: AppDeps): void {
  const route = declareRoutes(app, deps);
  const { proof, session: bySession } = createAccess(deps);

  const ofAsk = {
    does: 'Requests a change of address; a mail to the new one confirms it.',
    access: proof,
    body: addressChangeBody,
    refuses: [CONFIRMATIONS_USED_UP],
  };
  route.post(ADDRESS_CHANGE_API.ask, ofAsk, async ({ request, caller: session, body: { email } }) => {
    await deps.takeFromLimit(ADDRESS_CHANGE_LIMITS.addressChangesPerAccount, session.userId);
    await requireMailable(deps, email);
    const network = networkHash(deps, request);
    if (await areConfirmationsUsedUp(deps, email, { network, userId: session.userId }))
      refuse(CONFIRMATIONS_USED_UP, { values: { signIn: '', email: BRAND.supportEmail } });
    await requestAddressChange(deps, session, { email, network });
    return accepted(filled(ADDRESS_CHANGE_WORDS.asked, { email }));
  });

  const ofCancel = { does: 'Cancels the requested change of address.', access: bySession };
  route.post(ADDRESS_CHANGE_API.cancel, ofCancel, async ({ caller }) => {
    const email = await cancelAddressChange(deps, caller);
    const { cancelled, notAwaited } = ADDRESS_CHANGE_WORDS;
    return accepted(email === undefined ? cancelled : filled(notAwaited, { email }));
  });

  const ofConfirm = {
    does: 'Changes the address by the mailed token.',
    body: confirmAddressBody,
    limits: [ACCOUNT_LIMITS.linkPerIp],
    answers: { 200: addressChangedAnswer },
    refuses: [LINK_NOT_VALID],
  };
  route.post(ADDRESS_CHANGE_API.confirm, ofConfirm, async ({ request, body: { token } }) => {
    const email = await confirmAddressChange(deps, { token, userAgent: request.headers['user-agent'] });
    return answered({ message: filled(ADDRESS_CHANGE_WORDS.changed, { email }), email });
  });
}
