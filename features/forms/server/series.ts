import { FORMS } from '#features/forms/contract.ts';
import { counter, OTHER } from '#server/metrics/series.ts';

/** The metric that counts the answers of the form service by form and outcome. */
export const submissionsTo = (...form: readonly string[]) =>
  counter(
    'site_form_submissions_total',
    'Answers of the form service. unpaid: the bank asks the sender first. A payment found later counts as other.',
    { form, outcome: ['received', 'quarantined', 'duplicate', 'unpaid', 'refused', 'failed'] },
  );

export const FORM_SUBMISSIONS = submissionsTo(...Object.values(FORMS), OTHER);
