import { expect, test } from 'vitest';
import { REASONS } from '#contract/reasons.ts';
import { RECOVERY_PROOFS } from '#features/undo-changes/contract.ts';
import { FEATURES } from '#server/features.ts';
import { actionsOf, createLineInWords } from './lines.ts';
import { hashOfId } from './record-action.ts';

test.each([
  ['signed-in', 'password, second step', 'By password; With two-step verification'],
  ['signed-up', 'address-taken', 'The address has an account already'],
  ['signed-out', 'from another session', 'From another device'],
  ['person-shown', 'legal', REASONS.legal],
  ['recovery-planned', 'call, identity', `${RECOVERY_PROOFS.call}; ${RECOVERY_PROOFS.identity}`],
  ['submission-deleted', hashOfId('anything'), ''],
  ['announced', ': Back at 18:00, sorry', '“Back at 18:00, sorry”'],
])(
  'the console explains the audit action “%s” with the detail “%s” to operators as “%s”',
  (action, detail, words) => {
    expect(createLineInWords(FEATURES)({ action, detail }).why).toBe(words);
  },
);

test('an audit line of a removed feature shows the stored name of its action', () => {
  const inWords = createLineInWords([]);
  expect(inWords({ action: 'passkey-added', detail: 'passkey' })).toEqual({
    what: 'passkey-added',
    why: 'passkey',
  });
});

const ACTIONS = actionsOf(FEATURES);

test('no two audited actions have the same name', () => {
  expect(ACTIONS.length).toBeGreaterThan(30);
  expect(new Set(ACTIONS.map(({ name }) => name)).size).toBe(ACTIONS.length);
});
