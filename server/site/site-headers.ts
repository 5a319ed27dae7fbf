import { createSecurityHeaders, type SecurityHeaders } from '#server/http/security-headers.ts';
import { publicSettings } from '#server/settings/public-settings.ts';
import type { Settings } from '#server/settings/settings.ts';

/** The headers of every answer under these settings. */
export function siteHeaders(settings: Settings): SecurityHeaders {
  return createSecurityHeaders(settings.origin, {
    takesCards: publicSettings(settings).stripePublishableKey !== '',
    hstsSubdomains: settings.hstsSubdomains,
  });
}
