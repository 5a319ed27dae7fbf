import { putBackTyped } from '#web/ui/typed-fields.ts';

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
  putBackTyped();
}
