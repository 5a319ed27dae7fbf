import { INERT_MARKUP } from '#contract/markup-policies.ts';
import { markupPolicy } from './trusted-types.ts';

/** React creates the element of a data block this way; a script set by `innerHTML` never runs. */
const EMPTY_SCRIPT = '<script></script>';

/**
 * The markup that code without Trusted Types, such as React, may set: an empty script, and text without a tag, such as the JSON-LD of the
 * next page. Null for anything else.
 */
export function inertMarkup(text: string): string | null {
  return text === EMPTY_SCRIPT || !text.includes('<') ? text : null;
}

/** Registers `inertMarkup` as the default policy. Call once for each document, before React starts. */
export function allowInertMarkup(): void {
  markupPolicy(INERT_MARKUP, inertMarkup);
}
