declare global {
  interface Window {
    /** The button pressed last before hydration, kept by `first-paint.ts`; null from hydration on. */
    earlyClick?: HTMLElement | null;
  }
}

/** Repeats the last press from before hydration, after all effects have run. */
export function repeatEarlyClick(): void {
  const pressed = window.earlyClick;
  window.earlyClick = null;
  if (pressed) setTimeout(() => pressed.click());
}
