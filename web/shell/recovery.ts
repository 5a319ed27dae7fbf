import { putBackTyped } from '#web/ui/typed-fields.ts';

/**
 * A password manager, a translator or a proxy may change the HTML before React hydrates it. React then creates the whole document anew,
 * without the text typed into the old fields and without what other scripts wrote on `<html>`.
 */

const { dataset, style } = document.documentElement;
/** The values before React. */
const written = { ...dataset };
const { cssText } = style;

/** Restores what is lost if React made the document anew; changes nothing else. */
export function putBack(): void {
  Object.assign(dataset, { ...written, ...dataset });
  style.cssText ||= cssText;
  putBackTyped();
}
