type Rule = (text: string) => string | null;

/** The part of the browser's Trusted Types that we use; TypeScript does not know them yet. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: Rule },
  ) => { readonly createHTML: (text: string) => TrustedHTML };
};

/**
 * Makes a policy by which text may become markup; the page's Content-Security-Policy lists those that may be made, each
 * once. In a browser without Trusted Types, and while the site is built, what it answers is the text itself.
 *
 * @param rule answers the markup to use, or null to refuse: then the browser throws at whoever wanted to use it
 */
export function markupPolicy(name: string, rule: Rule): (text: string) => string | TrustedHTML {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(name, { createHTML: rule });
  return (text) => policy?.createHTML(text) ?? text;
}
