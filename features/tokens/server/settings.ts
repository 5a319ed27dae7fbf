import { getDomain } from 'tldts';
import type { TOKEN_SETTINGS } from '#features/tokens/contract.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';
import { httpUrl, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export const tokenSettings = settingsPart({
  fields: { TOKEN_SYNC_URL: httpUrl('https://sync.example.com/token').optional() },
  shown: { TOKEN_SYNC_URL: 'host' },
  problems: ({ TOKEN_SYNC_URL: target }, siteOrigin) => {
    if (target === undefined) return [];
    // Whether tokens may go to a URL: only over https, within the site's own registrable domain (docs/product.md, "Token
    // sync").
    const own = registrableDomain(siteOrigin);
    if (new URL(target).protocol === 'https:' && registrableDomain(target) === own) return [];
    return [
      ['TOKEN_SYNC_URL', `must be https and on ${own} or below it: tokens are sent there`, 'SITE_ORIGIN'],
    ];
  },
  values: ({ TOKEN_SYNC_URL }) => ({ tokenSyncUrl: TOKEN_SYNC_URL }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof tokenSettings> {}
}

export function tokenPages({ origin, tokenSyncUrl = '' }: Settings): FeaturePages {
  return {
    publicSettings: {
      tokenSyncUrl,
      registrableDomain: registrableDomain(origin),
    } satisfies typeof TOKEN_SETTINGS,
    calls: [tokenSyncUrl],
  };
}

/** The registrable domain by the public suffix list, such as `example.co.in`; the host name if there is none. */
function registrableDomain(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
