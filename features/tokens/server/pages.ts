import type { TOKEN_SETTINGS } from '#features/tokens/contract.ts';
import { registrableDomain } from '#server/settings/loopback.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Each page may send the token. */
export function tokenPages({ origin, tokenSyncUrl = '' }: Settings): FeaturePages {
  return {
    publicSettings: {
      tokenSyncUrl,
      registrableDomain: registrableDomain(origin),
    } satisfies typeof TOKEN_SETTINGS,
    calls: [tokenSyncUrl],
  };
}
