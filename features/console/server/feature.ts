import { pathFor } from '#contract/paths.ts';
import { CONSOLE } from '#features/console/contract.ts';
import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import { addressBlocks, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';
import * as auditActions from './audit-actions.ts';
import { insertNote, wasAnswered } from './notes.ts';
import { mailOwners, refuseLastOwner, tellOfChange } from './operator.ts';
import { CONSOLE_LIMITS } from './people.ts';
import { consoleRoutes } from './routes.ts';
import { endInvitations, hasRole, operatorsByHash, removeRole, takeInvitation } from './staff.ts';
import { addStaffCommand } from './staff-command.ts';
import { consoleTables } from './tables.ts';

const consoleSettings = settingsPart({
  fields: { CONSOLE_ADDRESSES: addressBlocks.default([]) },
  shown: { CONSOLE_ADDRESSES: 'value' },
  values: ({ CONSOLE_ADDRESSES }) => ({
    /** Only these addresses and CIDR blocks may reach the operators’ console. If the list is empty, all addresses may. */
    consoleAddresses: CONSOLE_ADDRESSES,
  }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof consoleSettings> {}
}

export const operatorsConsole: Feature = {
  name: 'console',
  needsOneOf: ['passkeys', 'two-step'],
  lostWithout:
    'Messages arrive by email only. Legal requests and incidents are handled on the command line, with `npm run operator`.',
  auditActions: Object.values(auditActions),
  settings: consoleSettings,
  proxyPaths: [CONSOLE.home, `${CONSOLE.home}/`],
  commands: addStaffCommand,
  actorNames: operatorsByHash,
  tables: consoleTables,
  deletePerson: async (_deps, tx, { id }) => {
    await endInvitations(tx, id);
    return [];
  },
  retention: { 'staff-invitations': removeExpired('staff_invitations', 'token_hash') },
  securityData: async ({ db }, { userId }) => ({ isOperator: await hasRole(db, userId) }),
  limits: CONSOLE_LIMITS,
  routes: consoleRoutes,
  operators: {
    messagePath: (id) => pathFor(CONSOLE.message, id),
    quarantinePath: `${CONSOLE.inbox}?state=quarantined`,
    noteAnswer: (deps, tx, { submissionId, ...note }) =>
      insertNote(deps, tx, { submission_id: submissionId }, note),
    wasAnswered,
    refuseLastOwner,
    hasRole,
    takeInvitation,
    removeRole,
    tellOfDeletion: mailOwners,
    tellOfChange,
  },
};
