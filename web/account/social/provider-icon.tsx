import type { Provider } from '#contract/social.ts';

/** One-colour drawings, so that they keep their contrast in both themes. */
const GLYPHS: Record<Provider, string> = {
  google: 'M20.5 10.4H12v3.5h4.9a4.9 4.9 0 1 1-1.5-5.4L18 5.9a8.6 8.6 0 1 0 2.5 4.5Z',
  github:
    'M12 2.5a9.7 9.7 0 0 0-3.1 18.9c.5.1.7-.2.7-.5v-1.7c-2.7.6-3.3-1.3-3.3-1.3-.4-1.1-1.1-1.4-1.1-1.4-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.5 2.3 1.1 2.8.8.1-.6.3-1.1.6-1.3-2.2-.3-4.4-1.1-4.4-4.8 0-1.1.4-1.9 1-2.6-.1-.3-.4-1.3.1-2.6 0 0 .8-.3 2.7 1a9 9 0 0 1 4.8 0c1.9-1.3 2.7-1 2.7-1 .5 1.3.2 2.3.1 2.6.6.7 1 1.5 1 2.6 0 3.7-2.3 4.5-4.4 4.8.3.3.7.9.7 1.8v2.7c0 .3.2.6.7.5A9.7 9.7 0 0 0 12 2.5Z',
};

/** The provider's sign, as high as a line. */
export function ProviderIcon({ provider }: { readonly provider: Provider }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="currentColor"
      className="flex-none"
    >
      <path d={GLYPHS[provider]} />
    </svg>
  );
}
