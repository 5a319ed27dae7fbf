import { accounts } from '#features/accounts/server/feature.ts';
import { addressChange } from '#features/address-change/server/feature.ts';
import { analytics } from '#features/analytics/server/feature.ts';
import { announcements } from '#features/announcements/server/feature.ts';
import { cardPayments } from '#features/card-payments/server/feature.ts';
import { chat } from '#features/chat/server/feature.ts';
import { clientErrors } from '#features/client-errors/server/feature.ts';
import { operatorsConsole } from '#features/console/server/feature.ts';
import { devtoolsGuard } from '#features/devtools-guard/server/feature.ts';
import { forms } from '#features/forms/server/feature.ts';
import { launchList } from '#features/launch-list/server/feature.ts';
import { mailbox } from '#features/mailbox/server/feature.ts';
import { particles } from '#features/particles/server/feature.ts';
import { passkeys } from '#features/passkeys/server/feature.ts';
import { sketch } from '#features/sketch/server/feature.ts';
import { socialSignIn } from '#features/social-sign-in/server/feature.ts';
import { staticExport } from '#features/static-export/server/feature.ts';
import { tokens } from '#features/tokens/server/feature.ts';
import { twoStep } from '#features/two-step/server/feature.ts';
import { undoChanges } from '#features/undo-changes/server/feature.ts';
import { yourData } from '#features/your-data/server/feature.ts';
import type { Feature } from './feature.ts';

/** Features are registered in this order. */
export const FEATURES: readonly Feature[] = [
  accounts,
  forms,
  // `npm run remove` can remove the features below.
  socialSignIn,
  passkeys,
  twoStep,
  undoChanges,
  addressChange,
  yourData,
  tokens,
  cardPayments,
  analytics,
  launchList,
  announcements,
  clientErrors,
  operatorsConsole,
  staticExport,
  mailbox,
  chat,
  sketch,
  devtoolsGuard,
  particles,
];
