import type { GUARD_SETTINGS } from '#features/devtools-guard/contract.ts';
import type { FeaturePages } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';
import { onOff, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export const guardSettings = settingsPart({
  fields: { DEVTOOLS_GUARD: onOff.default(true) },
  shown: { DEVTOOLS_GUARD: 'value' },
  values: ({ DEVTOOLS_GUARD }) => ({ devtoolsGuard: DEVTOOLS_GUARD }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof guardSettings> {}
}

export function guardPages({ devtoolsGuard }: Settings): FeaturePages {
  return { publicSettings: { devtoolsGuard } satisfies typeof GUARD_SETTINGS };
}
