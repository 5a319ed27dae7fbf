import { ACCOUNT_MOVED_MAIL } from '#content/features/undo-changes.ts';
import type { Feature } from '#server/feature.ts';
import { HOUR_MS } from '#server/time.ts';
import * as auditActions from './audit-actions.ts';
import {
  describeChange,
  frozenSince,
  isFrozenFor,
  isProofFrozen,
  keepContested,
  listContested,
  mayReset,
  takeBackContested,
  wasGuarded,
} from './contested-changes.ts';
import { findMoveFrom, mailedToken, noteChange } from './note-change.ts';
import { recoveryAction } from './person-action.ts';
import { carryOutRecoveries, stopRecoveries } from './recovery.ts';
import { changeRoutes } from './routes.ts';
import { changeRetention, changeTables } from './tables.ts';

export const undoChanges: Feature = {
  name: 'undo-changes',
  lostWithout:
    'Nobody is told of changes to how they sign in, and no change can be contested or undone. The old address of an account that moved is free at once.',
  auditActions: Object.values(auditActions),
  auditDetails: { 'taking back': 'To undo a change' },
  tables: changeTables,
  retention: changeRetention,
  apiRoutes: changeRoutes,
  jobs: [{ name: 'planned recoveries of accounts', every: HOUR_MS, run: carryOutRecoveries }],
  afterRestore: stopRecoveries,
  personActions: [recoveryAction],
  undo: {
    note: noteChange,
    frozenSince,
    isFrozenFor,
    isProofFrozen,
    mayReset,
    takeBack: takeBackContested,
    keep: keepContested,
    wasGuarded,
    findMoveFrom,
    mailedToken,
    movedMail: ACCOUNT_MOVED_MAIL,
  },
  describeLink: describeChange,
  securityData: async ({ db }, { userId }) => ({ contested: await listContested(db, userId) }),
};
