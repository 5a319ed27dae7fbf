declare global {
  interface Window {
    /** The button pressed last before hydration, kept by `first-paint.ts`; null from hydration on. */
    earlyClick?: HTMLElement | null;
  }
}

/** Repeats what the visitor pressed before the page was hydrated, once everything in it has settled. */
export function repeatEarlyClick(): void {
  const pressed = window.earlyClick;
  window.earlyClick = null;
  if (pressed) setTimeout(() => pressed.click());
}
