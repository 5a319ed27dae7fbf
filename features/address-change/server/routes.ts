import type { FastifyInstance } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { ADDRESS_CHANGE_WORDS } from '#content/features/address-change.ts';
import { FIELDS_NOT_VALID, SCHEMA_ERRORS } from '#contract/errors.ts';
import { filled } from '#contract/page-errors.ts';
import { CONFIRMATIONS_USED_UP, LINK_NOT_VALID } from '#features/accounts/refusals.ts';
import { areConfirmationsUsedUp } from '#features/accounts/server/confirmation-turns.ts';
import { networkHash } from '#features/accounts/server/hashes.ts';
import { ACCOUNT_LIMITS } from '#features/accounts/server/limits.ts';
import type { RouteDeps } from '#features/accounts/server/route-deps.ts';
import { createRequire } from '#features/accounts/server/security/guards.ts';
import {
  type AddressChangedAnswer,
  addressChangeBody,
  confirmAddressBody,
} from '#features/address-change/bodies.ts';
import { ADDRESS_CHANGE_API } from '#features/address-change/contract.ts';
import { accepted } from '#server/http/accepted.ts';
import { parseBody } from '#server/http/body.ts';
import { networkOf } from '#server/http/client-address.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { refuse } from '#server/http/refusal.ts';
import { requireMailable } from '#server/mail/addresses.ts';
import { askForAddress } from './ask-for-address.ts';
import { confirmAddress } from './confirm-address.ts';

export const ADDRESS_CHANGE_LIMITS = rateLimits({
  /** Each is a mail to an address that somebody signed in typed. */
  addressChangesPerAccount: { points: 5, seconds: 3_600 },
});

/** The endpoints of `features/address-change/bodies.ts` (docs/decisions/0070-changing-the-address.md). */
export function addressChangeRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { takeFromLimit } = deps;
  const { requireProof } = createRequire(deps);

  app.post(ADDRESS_CHANGE_API.ask, async (request) => {
    const session = await requireProof(request);
    const { email } = parseBody(request, addressChangeBody);
    await takeFromLimit(ADDRESS_CHANGE_LIMITS.addressChangesPerAccount, session.userId);
    await requireMailable(deps, email);
    const network = networkHash(deps, request);
    if (await areConfirmationsUsedUp(deps, email, { network, userId: session.userId }))
      refuse(CONFIRMATIONS_USED_UP, { values: { signIn: '', email: BRAND.supportEmail } });
    const result = await askForAddress(deps, session, { email, network });
    if (result === 'is-yours')
      refuse(FIELDS_NOT_VALID, { fields: [{ field: 'email', message: SCHEMA_ERRORS.ADDRESS_IS_YOURS }] });
    return accepted(filled(ADDRESS_CHANGE_WORDS.asked, { email }));
  });

  app.post(ADDRESS_CHANGE_API.confirm, async (request) => {
    const { token } = parseBody(request, confirmAddressBody);
    await takeFromLimit(ACCOUNT_LIMITS.linkPerIp, networkOf(request));
    const result = await confirmAddress(deps, { token, userAgent: request.headers['user-agent'] });
    if (result.kind === 'link-not-valid') refuse(LINK_NOT_VALID);
    const { email } = result;
    const message = filled(ADDRESS_CHANGE_WORDS.changed, { email });
    return { success: true, message, email } satisfies AddressChangedAnswer;
  });
}
