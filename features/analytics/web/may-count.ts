import { readStored } from '#web/api/storage.ts';

/** These values mean that Do Not Track is on. Older versions of Firefox send `yes`. */
const ON: readonly unknown[] = ['1', 'yes'];

/**
 * Whether this visit may be counted. False if the browser sends Do Not Track or Global Privacy Control, or the visitor has objected
 * in this browser.
 */
export function mayCount(page: Pick<Window, 'navigator'>): boolean {
  return !isObjectedByBrowser(page) && !hasObjected();
}

export function isObjectedByBrowser({ navigator }: Pick<Window, 'navigator'>): boolean {
  const { globalPrivacyControl, doNotTrack }: Navigator & { readonly globalPrivacyControl?: unknown } =
    navigator;
  return globalPrivacyControl === true || ON.includes(doNotTrack);
}

export function hasObjected(): boolean {
  return readStored('doNotCount') !== null;
}
