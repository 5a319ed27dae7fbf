declare global {
  interface Window {
    /** The button that was pressed last of those that need a script, kept by the script in the document's head. */
    earlyPress?: HTMLElement | undefined;
  }
}

/** Does what the visitor pressed among these buttons before they were hydrated, once. */
export function claimEarlyPress(buttons: HTMLElement | null): void {
  const pressed = window.earlyPress;
  if (pressed === undefined || !buttons?.contains(pressed)) return;
  window.earlyPress = undefined;
  setTimeout(() => pressed.click());
}
