import type { Provider } from '#features/social-sign-in/contract.ts';

type Icon = {
  readonly size: number;
  readonly shapes: Readonly<Record<string, string>>;
};

/** Google's mark must keep its four colours (its branding guidelines). */
const ICONS: Record<Provider, Icon> = {
  google: {
    size: 48,
    shapes: {
      '#ea4335':
        'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z',
      '#4285f4':
        'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z',
      '#fbbc05':
        'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z',
      '#34a853':
        'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z',
    },
  },
  github: {
    size: 24,
    shapes: {
      currentColor:
        'M12 2.5a9.7 9.7 0 0 0-3.1 18.9c.5.1.7-.2.7-.5v-1.7c-2.7.6-3.3-1.3-3.3-1.3-.4-1.1-1.1-1.4-1.1-1.4-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.5 2.3 1.1 2.8.8.1-.6.3-1.1.6-1.3-2.2-.3-4.4-1.1-4.4-4.8 0-1.1.4-1.9 1-2.6-.1-.3-.4-1.3.1-2.6 0 0 .8-.3 2.7 1a9 9 0 0 1 4.8 0c1.9-1.3 2.7-1 2.7-1 .5 1.3.2 2.3.1 2.6.6.7 1 1.5 1 2.6 0 3.7-2.3 4.5-4.4 4.8.3.3.7.9.7 1.8v2.7c0 .3.2.6.7.5A9.7 9.7 0 0 0 12 2.5Z',
    },
  },
};

export function ProviderIcon({ provider }: { readonly provider: Provider }) {
  const { size, shapes } = ICONS[provider];
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="1.25rem"
      height="1.25rem"
      aria-hidden="true"
      className="flex-none"
    >
      {Object.entries(shapes).map(([colour, shape]) => (
        <path key={colour} fill={colour} d={shape} />
      ))}
    </svg>
  );
}
