import { readStored } from '#web/api/storage.ts';

/** Older versions of Firefox send `yes`. */
const ON: readonly unknown[] = ['1', 'yes'];

/** Whether visits may be counted: not under Do Not Track or Global Privacy Control, nor for who objected in this browser. */
export function mayCount(page: Pick<Window, 'navigator'>): boolean {
  return !isObjectedByBrowser(page) && !hasObjected();
}

/** Whether the browser asks not to be counted. */
export function isObjectedByBrowser({ navigator }: Pick<Window, 'navigator'>): boolean {
  const { globalPrivacyControl, doNotTrack }: Navigator & { readonly globalPrivacyControl?: unknown } =
    navigator;
  return globalPrivacyControl === true || ON.includes(doNotTrack);
}

/** Whether somebody here switched counting off, in this tab or another one. */
export function hasObjected(): boolean {
  return readStored('doNotCount') !== null;
}
