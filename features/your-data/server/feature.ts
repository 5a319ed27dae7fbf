import { REQUESTS, RIGHTS_LINK_MAIL, RIGHTS_WORDS } from '#content/features/your-data-rights.ts';
import { PAGES } from '#content/page-paths.ts';
import { EMAIL_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGE_ROWS } from '#contract/limits.ts';
import type { FormDefinition } from '#features/forms/server/form-definitions.ts';
import { submissionsTo } from '#features/forms/server/slots.ts';
import { RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import * as auditActions from './audit-actions.ts';
import { addPersonExportCommand, exportAction } from './export-person.ts';
import { writeRightsMails } from './rights/requested-mails.ts';
import { rightsRoutes } from './rights/routes.ts';
import { YOUR_DATA_LIMITS, yourDataRoutes } from './routes.ts';
import { rightsTables } from './tables.ts';

const WORDS = RIGHTS_WORDS.form;

const rightsForm: FormDefinition = {
  name: RIGHTS_FORM,
  title: WORDS.title,
  submit: WORDS.submit,
  active: true,
  page: PAGES.rights,
  thanks: RIGHTS_PAGES.sent,
  hasDueDate: true,
  fields: [
    { name: 'request', label: WORDS.request, type: 'choice', options: REQUESTS, required: true, max: 100 },
    { name: 'email', label: WORDS.email, type: 'email', required: true, max: EMAIL_MAX_LENGTH },
    {
      name: 'message',
      label: WORDS.message,
      type: 'text',
      required: true,
      max: MESSAGE_MAX_LENGTH,
      rows: MESSAGE_ROWS,
    },
  ],
};

export const yourData: Feature = {
  name: 'your-data',
  lostWithout:
    'People cannot download their data, withdraw what they agreed to, or see without an account what is kept under their address. The law still gives them these rights: answer by email.',
  packages: ['yazl', '@types/yazl', 'fflate'],
  auditActions: Object.values(auditActions),
  proxyPaths: Object.values(RIGHTS_PAGES),
  commands: addPersonExportCommand,
  tables: rightsTables,
  forms: [rightsForm],
  deletePerson: async (_deps, tx, { email }) => {
    await deleteRows(tx, 'rights_links', { email });
    return [];
  },
  retention: { 'rights-links': removeExpired('rights_links', 'token_hash') },
  limits: YOUR_DATA_LIMITS,
  metrics: [submissionsTo(RIGHTS_FORM)],
  apiRoutes: yourDataRoutes,
  routes: rightsRoutes,
  personActions: [exportAction],
  requestedMails: () => [{ mail: RIGHTS_LINK_MAIL, write: writeRightsMails }],
};
