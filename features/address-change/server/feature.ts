import { CONFIRM_ADDRESS_MAIL } from '#content/features/address-change.ts';
import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import {
  endAddressChange,
  findAddressChange,
  findRequestedAddress,
  writeAddressMail,
} from './address-changes.ts';
import * as auditActions from './audit-actions.ts';
import { ADDRESS_CHANGE_LIMITS, addressChangeRoutes } from './routes.ts';
import { addressChangeTables } from './tables.ts';

export const addressChange: Feature = {
  name: 'address-change',
  lostWithout: 'Nobody can change the address of an account.',
  auditActions: Object.values(auditActions),
  tables: addressChangeTables,
  retention: { 'address-changes': removeExpired('address_changes', 'user_id') },
  limits: ADDRESS_CHANGE_LIMITS,
  apiRoutes: addressChangeRoutes,
  confirmation: { mail: CONFIRM_ADDRESS_MAIL, write: writeAddressMail },
  describeLink: async (deps, token) => {
    const change = await findAddressChange(deps, token);
    return change && { email: change.email };
  },
  onGuardAdded: endAddressChange,
  securityData: async (deps, { userId }) => ({ awaitedAddress: await findRequestedAddress(deps, userId) }),
};
