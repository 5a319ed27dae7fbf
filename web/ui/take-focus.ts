/** A `ref` for an element that replaces the focused one. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
