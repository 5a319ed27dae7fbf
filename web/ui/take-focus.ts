/** As a `ref` of what appears in the place of the element that had the focus. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
