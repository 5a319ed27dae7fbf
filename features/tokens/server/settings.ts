import type { TOKEN_SETTINGS } from '#features/tokens/contract.ts';
import { isOwnSecureUrl, registrableDomain } from '#server/settings/loopback.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';
import { httpUrl, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export const tokenSettings = settingsPart({
  fields: { TOKEN_SYNC_URL: httpUrl('https://sync.example.com/token').optional() },
  shown: { TOKEN_SYNC_URL: 'host' },
  problems: ({ TOKEN_SYNC_URL: target }, siteOrigin) => [
    target !== undefined &&
      !isOwnSecureUrl(target, siteOrigin) && [
        'TOKEN_SYNC_URL',
        `must be https and on ${registrableDomain(siteOrigin)} or below it: tokens are sent there`,
        'SITE_ORIGIN',
      ],
  ],
  values: ({ TOKEN_SYNC_URL }) => ({ tokenSyncUrl: TOKEN_SYNC_URL }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof tokenSettings> {}
}

/** Every page may send the token. */
export function tokenPages({ origin, tokenSyncUrl = '' }: Settings): FeaturePages {
  return {
    publicSettings: {
      tokenSyncUrl,
      registrableDomain: registrableDomain(origin),
    } satisfies typeof TOKEN_SETTINGS,
    calls: [tokenSyncUrl],
  };
}
