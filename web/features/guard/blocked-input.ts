/** What a key press is judged by. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey' | 'isComposing'
>;

/**
 * F12, Ctrl+I, Ctrl+U, Ctrl+S and Shift+I, with which Ctrl+Shift+I is blocked too (spec §8). Not with Alt or Meta,
 * where the same keys type a letter or mean something else, nor Ctrl+Shift+S and Ctrl+Shift+U, which are other commands.
 */
export function isBlockedKey({ key, ctrlKey, shiftKey, altKey, metaKey, isComposing }: KeyPress): boolean {
  if (altKey || metaKey || isComposing) return false;
  // Browsers send key events without a key when they fill in a form.
  const letter = key?.toLowerCase();
  if (letter === 'f12') return true;
  if (letter === 'i') return ctrlKey || shiftKey;
  return ctrlKey && !shiftKey && (letter === 'u' || letter === 's');
}

/** A finger held on a text selects it, and the menu that opens then is how to copy. */
export function isBlockedMenu(event: object): boolean {
  return !('pointerType' in event && event.pointerType === 'touch');
}

const FIELDS =
  'textarea, select, input:not([type="button" i], [type="checkbox" i], [type="color" i], [type="file" i], [type="image" i], [type="radio" i], [type="range" i], [type="reset" i], [type="submit" i])';

/** Whether an event happens where a person writes or chooses (decisions §8), also inside a shadow tree. */
export function isInEditableField(event: Event): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target.closest(FIELDS) !== null;
}
