import { RIGHTS_LINK_MAIL } from '#content/features/your-data-rights.ts';
import { submissionsTo } from '#features/forms/server/slots.ts';
import { RIGHTS_FORM, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { deleteRows } from '#server/database/rows.ts';
import type { Feature } from '#server/feature.ts';
import { removeExpired } from '#server/jobs/remove-rows.ts';
import * as auditActions from './audit-actions.ts';
import { addPersonExportCommand } from './export-person.ts';
import { YOUR_DATA_LIMITS } from './limits.ts';
import { exportAction } from './person-action.ts';
import { rightsForm } from './rights/form.ts';
import { writeRightsMails } from './rights/requested-mails.ts';
import { rightsRoutes } from './rights/routes.ts';
import { yourDataRoutes } from './routes.ts';
import { rightsTables } from './tables.ts';

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
