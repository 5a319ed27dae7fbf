import { z } from 'zod';
import { type SettingsOf, settingsPart } from '#server/settings/settings-part.ts';

export const exportSettings = settingsPart({
  fields: { EXPORT_DIR: z.string().min(1).optional() },
  shown: { EXPORT_DIR: 'value' },
  values: ({ EXPORT_DIR }) => ({ exportDir: EXPORT_DIR }),
});

declare module '#server/settings/settings.ts' {
  interface Settings extends SettingsOf<typeof exportSettings> {}
}
