declare global {
  interface Window {
    /** The form that was submitted before hydration, kept by the script in the document's head. */
    earlySubmit?: HTMLFormElement | undefined;
    /** Set by the first form that takes over: from then on React handles submits. */
    formsReady?: boolean;
  }
}

/** Does the submit that the visitor made before this form was hydrated, once, when the form has settled. */
export function claimEarlySubmit(form: HTMLFormElement | null): void {
  window.formsReady = true;
  if (form === null || window.earlySubmit !== form) return;
  window.earlySubmit = undefined;
  setTimeout(() => form.requestSubmit());
}
