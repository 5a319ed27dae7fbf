/** Firefox and Chromium say `1`; older Firefox said `yes`. */
const ON: readonly unknown[] = ['1', 'yes'];

/** Whether this visitor asks for nothing: then a visit may be counted. Do Not Track and Global Privacy Control say no. */
export function mayCount(page: Pick<Window, 'navigator'>): boolean {
  const navigator: Navigator & { readonly globalPrivacyControl?: unknown } = page.navigator;
  return navigator.globalPrivacyControl !== true && !ON.includes(navigator.doNotTrack);
}
