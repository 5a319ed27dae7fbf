import { addressBlocks, type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export const consoleSettings = settingsPart({
  fields: { CONSOLE_ADDRESSES: addressBlocks.default([]) },
  shown: { CONSOLE_ADDRESSES: 'value' },
  values: ({ CONSOLE_ADDRESSES }) => ({
    /** Addresses or CIDR blocks that may reach the operators’ console. Empty for all. */
    consoleAddresses: CONSOLE_ADDRESSES,
  }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof consoleSettings> {}
}
