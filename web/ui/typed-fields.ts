/** Moves typed text from fields that React removed into the fields that replaced them. */
export function putBackTyped(fields = (window.typed ?? []) as Iterable<HTMLInputElement>): void {
  const hasLostFocus = document.activeElement === document.body;
  for (const old of fields) {
    if (old.isConnected) continue;
    window.typed?.delete(old);
    const field = twinOf(old);
    if (!field) continue;
    field.value = old.value;
    if (old.checked) field.checked = true;
    window.typed?.add(field);
    if (hasLostFocus) field.focus({ preventScroll: true });
  }
}

/** The element itself, or its replacement if React has created the whole document again. */
export function twinOf<E extends HTMLInputElement | HTMLButtonElement>(element: E): E | undefined {
  if (element.isConnected) return element;
  const others = [...document.querySelectorAll<E>(element.localName)];
  return others.find((other) => identityOf(other) === identityOf(element));
}

/** A submit button is identified by its form, because a translator may change its words. */
function identityOf({
  form,
  name,
  type,
  defaultValue,
  textContent,
}: (HTMLInputElement | HTMLButtonElement) & { readonly defaultValue?: string }): string {
  return [form?.getAttribute('action'), name, defaultValue, type === 'submit' || textContent].join();
}
