import { INERT_MARKUP, OWN_MARKUP } from '#contract/markup-policies.ts';

type Rule = (text: string) => string | null;

/** The part of Trusted Types that is used; TypeScript has no types for it yet. @public */
export type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML?: Rule; readonly createScriptURL?: Rule },
  ) => {
    readonly createHTML: (text: string) => TrustedHTML;
    /** In truth a `TrustedScriptURL`, which TypeScript takes for no address. */
    readonly createScriptURL: (url: string) => string;
  };
};

/**
 * Creates a Trusted Types policy. The page's Content-Security-Policy lists the allowed ones, each once. Without Trusted
 * Types, and at build, the function returns the text itself.
 *
 * @param rule returns the markup, or null to refuse it: then the browser throws
 */
export function markupPolicy(name: string, rule: Rule): (text: string) => string | TrustedHTML {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(name, { createHTML: rule });
  return (text) => policy?.createHTML(text) ?? text;
}

/**
 * For HTML that the build made from our own Markdown, and for the mark of `content/brand.ts`; for nothing else. Memoize its result:
 * React sets the markup again for each new object.
 */
export const ownMarkup = markupPolicy(OWN_MARKUP, (html) => html);

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
