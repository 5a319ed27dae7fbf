import type { GUARD_SETTINGS } from '#features/devtools-guard/contract.ts';
import type { Feature } from '#server/feature.ts';
import { onOff, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

const guardSettings = settingsPart({
  fields: { DEVTOOLS_GUARD: onOff.default(true) },
  shown: { DEVTOOLS_GUARD: 'value' },
  values: ({ DEVTOOLS_GUARD }) => ({ devtoolsGuard: DEVTOOLS_GUARD }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof guardSettings> {}
}

export const devtoolsGuard: Feature = {
  name: 'devtools-guard',
  lostWithout: 'Pages do not object to developer tools, and block no keys or menus.',
  settings: guardSettings,
  pages: ({ devtoolsGuard }) => ({ publicSettings: { devtoolsGuard } satisfies typeof GUARD_SETTINGS }),
};
