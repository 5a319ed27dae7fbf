export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey' | 'isComposing'
>;

/**
 * True if the guard blocks the key press: F12, Ctrl+I, Ctrl+U, Ctrl+S, Shift+I and Ctrl+Shift+I (docs/product.md, "Developer-tools
 * guard"). Alt and Meta combinations are allowed, because they type letters or are other commands. So are Ctrl+Shift+S and
 * Ctrl+Shift+U, which are other commands, and a capital I in a field.
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

/**
 * True if the guard blocks the context menu. A long press is allowed, because on text it opens the menu to copy. Text fields, links
 * and selected text also keep their menu, to paste, open a tab, copy and translate (docs/product.md, "Developer-tools guard").
 */
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

/**
 * True if the target is a text field, a select or editable text, also in a shadow tree (docs/product.md, "Developer-tools guard").
 */
export function isInEditableField(event: Event): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target.closest(FIELDS) !== null;
}
