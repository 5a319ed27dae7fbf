/*
 * A password manager, a translator or a proxy may change the HTML before React has it. React then makes the whole document anew,
 * without what was typed into the old fields and what other scripts wrote on `<html>`.
 */

const { dataset, style } = document.documentElement;
/** As they were before React. */
const written = { ...dataset };
const { cssText } = style;

/** Puts back what is lost where React made the document anew; changes nothing elsewhere. */
export function putBack(): void {
  Object.assign(dataset, { ...written, ...dataset });
  style.cssText ||= cssText;
  const hasLostFocus = document.activeElement === document.body;
  for (const old of (window.typed ?? []) as Iterable<HTMLInputElement>) {
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

/** The element itself, or the one that is in its place since React made the document anew. */
export function twinOf<E extends HTMLInputElement | HTMLButtonElement>(element: E): E | undefined {
  if (element.isConnected) return element;
  const others = [...document.querySelectorAll<E>(element.localName)];
  return others.find((other) => identityOf(other) === identityOf(element));
}

/** A button that submits is known by its form: a translator changes its words. */
function identityOf({
  form,
  name,
  type,
  defaultValue,
  textContent,
}: (HTMLInputElement | HTMLButtonElement) & { readonly defaultValue?: string }): string {
  return [form?.getAttribute('action'), name, defaultValue, type === 'submit' || textContent].join();
}
