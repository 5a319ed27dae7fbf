import { BRAND } from '#content/brand.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Who hears of messages. */
export function notificationAddress({ formNotifyTo }: Settings): string {
  return formNotifyTo ?? BRAND.contactEmail;
}
