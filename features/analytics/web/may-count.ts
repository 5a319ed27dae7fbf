import { readStored } from '#web/api/storage.ts';

/** Older versions of Firefox send `yes`. */
const ON: readonly unknown[] = ['1', 'yes'];

/** False under Do Not Track or Global Privacy Control, and after an objection in this browser. */
export function mayCount(page: Pick<Window, 'navigator'>): boolean {
  return !isObjectedByBrowser(page) && !hasObjected();
}

export function isObjectedByBrowser({ navigator }: Pick<Window, 'navigator'>): boolean {
  const { globalPrivacyControl, doNotTrack }: Navigator & { readonly globalPrivacyControl?: unknown } =
    navigator;
  return globalPrivacyControl === true || ON.includes(doNotTrack);
}

/** True if counting was switched off here, in this tab or another. */
export function hasObjected(): boolean {
  return readStored('doNotCount') !== null;
}
