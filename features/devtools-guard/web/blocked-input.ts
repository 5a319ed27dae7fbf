export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey' | 'isComposing'
>;

/**
 * True if the guard blocks the key press (docs/product.md, "Developer-tools guard"). Not blocked: keys with Alt or Meta,
 * Ctrl+Shift+S and Ctrl+Shift+U, because these run other commands or type letters. A capital I in a field is not blocked either.
 */
export function isBlockedKey(
  { key, ctrlKey, shiftKey, altKey, metaKey, isComposing }: KeyPress,
  isInField: boolean,
): boolean {
  if (altKey || metaKey || isComposing) return false;
  // Autofill sends key events without a key.
  const letter = key?.toLowerCase();
  if (letter === 'f12') return true;
  if (letter === 'i') return ctrlKey || (shiftKey && !isInField);
  return ctrlKey && !shiftKey && (letter === 'u' || letter === 's');
}

/** True if the guard blocks the context menu. A long press, text fields, links and selected text keep their menu. */
export function isBlockedMenu(event: MouseEvent, selection: Selection | null): boolean {
  if ('pointerType' in event && event.pointerType === 'touch') return false;
  return !isInEditableField(event) && !isOnLink(event) && !isOnSelection(event, selection);
}

function isOnLink(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(':any-link') !== null;
}

function isOnSelection({ target }: Event, selection: Selection | null): boolean {
  if (selection === null || selection.isCollapsed) return false;
  return target instanceof Node && selection.containsNode(target, true);
}

const FIELDS =
  'textarea, select, input:not([type="button" i], [type="checkbox" i], [type="color" i], [type="file" i], [type="image" i], [type="radio" i], [type="range" i], [type="reset" i], [type="submit" i])';

/** True for a text field, a select or editable text, also in a shadow tree. */
export function isInEditableField(event: Event): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target.closest(FIELDS) !== null;
}
