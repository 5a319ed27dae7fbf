import { readStored } from '#web/api/storage.ts';

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
  return globalPrivacyControl === true || doNotTrack === '1';
}

export function hasObjected(): boolean {
  return readStored('doNotCount') !== null;
}
