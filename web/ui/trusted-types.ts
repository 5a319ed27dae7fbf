import { INERT_MARKUP, OWN_MARKUP } from '#contract/markup-policies.ts';

type Rule = (text: string) => string | null;

/** The part of the Trusted Types API that is used here. TypeScript has no types for it yet. @public */
export type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML?: Rule; readonly createScriptURL?: Rule },
  ) => {
    readonly createHTML: (text: string) => TrustedHTML;
    /** The function really returns a `TrustedScriptURL`, but TypeScript does not accept that type as a URL. */
    readonly createScriptURL: (url: string) => string;
  };
};

/**
 * Creates a Trusted Types policy. The page's Content Security Policy must list it, and it can be created only once. Without Trusted
 * Types, and at build, the returned function gives back the text itself.
 * @param rule returns the markup, or null to refuse it, which makes the browser throw
 */
export function markupPolicy(name: string, rule: Rule): (text: string) => string | TrustedHTML {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(name, { createHTML: rule });
  return (text) => policy?.createHTML(text) ?? text;
}

/** Only for HTML of the site's own Markdown and the logo. Memoize the result: React sets the markup again for each new object. */
export const ownMarkup = markupPolicy(OWN_MARKUP, (html) => html);

/** React creates the script element of a JSON-LD block from this markup. A script set by `innerHTML` never runs. */
const EMPTY_SCRIPT = '<script></script>';

/** The markup that React may set: an empty script, and text without a tag. Null for anything else. */
export function inertMarkup(text: string): string | null {
  return text === EMPTY_SCRIPT || !text.includes('<') ? text : null;
}

/** Makes `inertMarkup` the default Trusted Types policy. Call once per document, before React starts. */
export function allowInertMarkup(): void {
  markupPolicy(INERT_MARKUP, inertMarkup);
}
