type Rule = (text: string) => string | null;

/** The part of Trusted Types that is used; TypeScript has no types for it yet. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: Rule },
  ) => { readonly createHTML: (text: string) => TrustedHTML };
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
