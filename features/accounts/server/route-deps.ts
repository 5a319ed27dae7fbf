import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import type { NoteRefused } from '#server/http/refused-callers.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Site } from '#server/site/site.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { Authenticate } from './authenticate.ts';
import type { CookieNames } from './cookies.ts';

/** What routes about people work with, beside their rules (`app.ts`). */
export type RouteDeps = AccountsDeps & {
  readonly settings: Settings;
  readonly site: Site;
  readonly cookies: CookieNames;
  readonly authenticate: Authenticate;
  readonly takeFromLimit: TakeFromLimit;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly metrics: Metrics;
  readonly noteRefused?: NoteRefused | undefined;
};
