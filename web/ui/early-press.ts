declare global {
  interface Window {
    /**
     * The button pressed last before hydration, of those that need a script; kept by the script in the document's head.
     * Null from hydration on: React hears presses itself.
     */
    earlyPress?: HTMLElement | null;
  }
}

/** Does what the visitor pressed before the page was hydrated, once everything in it has settled. */
export function claimEarlyPress(): void {
  const pressed = window.earlyPress;
  window.earlyPress = null;
  if (pressed) setTimeout(() => pressed.click());
}
