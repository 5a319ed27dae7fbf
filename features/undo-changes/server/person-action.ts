import { z } from 'zod';
import { pathFor } from '#contract/paths.ts';
import {
  countRecoveryProofs,
  PERSON_RECOVERY,
  RECOVERY_HOURS,
  RECOVERY_PROOF_NAMES,
  RECOVERY_PROOFS,
  RECOVERY_PROOFS_LEAST,
} from '#features/undo-changes/contract.ts';
import type { PersonAction } from '#server/console-view.ts';
import { type Html, html } from '#server/html/html.ts';
import { list, reason } from '#server/http/form-fields.ts';
import { canRecover, isRecoveryPlanned, planRecovery } from './recovery.ts';

const recoveryBody = z.object({
  reason: reason.default('asked'),
  proof: list
    .pipe(z.array(z.enum(RECOVERY_PROOF_NAMES)))
    .transform((proofs) => [...new Set(proofs)])
    .refine(
      (proofs) => countRecoveryProofs(proofs) >= RECOVERY_PROOFS_LEAST,
      `Please tick at least ${RECOVERY_PROOFS_LEAST} proofs: one alone can be forged. Their email, a payment and a message count as one, because anyone who reads their mailbox has all three.`,
    ),
});

export const recoveryAction: PersonAction<z.infer<typeof recoveryBody>> = {
  path: PERSON_RECOVERY,
  title: 'Lost two-step verification or passkeys',
  isEnd: true,
  form: async (deps, id) => ((await canRecover(deps, id)) ? recoveryForm(id) : undefined),
  state: async ({ db }, id) => {
    if (!(await isRecoveryPlanned(db, id))) return undefined;
    return html`<span class="badge">Recovery planned</span> ${RECOVERY_HOURS} hours after its email is sent`;
  },
  body: recoveryBody,
  act: async (deps, { body: { proof }, id, operator, done, refused }) => {
    const result = await planRecovery(deps, id, proof, operator.by);
    return result === 'planned' ? done(PLANNED) : refused(NOT_PLANNED[result]);
  },
};

const PLANNED = `The recovery is planned, and an email tells them so. Unless they stop it, it will be carried out ${RECOVERY_HOURS} hours after that email is sent.`;

const NOT_PLANNED = {
  'nothing-lost': 'The account has neither two-step verification nor a passkey.',
  frozen:
    'The account is frozen, because its owner reported a change. Reopen it first, once that is settled.',
  'planned-already': 'A recovery is already planned.',
  'too-often': 'This has been planned too often today. Try again tomorrow.',
  gone: 'The account was deleted in the meantime.',
} as const;

function recoveryForm(id: string): Html {
  return html`<p>Turns off two-step verification and removes every passkey ${RECOVERY_HOURS} hours after an email has told them, with a link to stop it. They then get a link for a new password.</p>
<form method="post" action="${pathFor(PERSON_RECOVERY, id)}" class="fields"><fieldset><legend>What shows that it’s them: at least ${RECOVERY_PROOFS_LEAST}, of which their email, a payment and a message count as one</legend>${Object.entries(
    RECOVERY_PROOFS,
  ).map(
    ([name, words]) =>
      html`<label class="proof-choice"><input type="checkbox" class="tick" name="proof" value="${name}"> ${words}</label>`,
  )}</fieldset><p><button class="button button-danger button-small">Plan the recovery</button></p></form>`;
}
