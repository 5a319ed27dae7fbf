/** The icons of the social links. A social link without an icon here does not compile. */
const STROKES = {
  twitter:
    'M21 6.5c-.8.4-1.6.6-2.5.8a4 4 0 0 0-7 3.2v.5A9.5 9.5 0 0 1 4 7s-3.5 7.5 4 11c-1.6 1.2-3.5 1.7-5.5 1.6C10 23.6 19.5 19.2 19.5 10v-.7C20.2 8.5 20.7 7.6 21 6.5Z',
  telegram: 'M21 4 2.8 11.2l6 2.3L21 4Zm0 0-4 16-6-4.5M8.8 13.5 9 20l3-3.6',
  whatsapp:
    'M3.5 20.5 5 16.3A8.5 8.5 0 1 1 8 19.2l-4.5 1.3ZM9 8.5c-.5 3 3 6.8 6.5 6.5l1-1.7-2.2-1.2-1 .8c-.9-.4-1.6-1.2-2-2.1l.8-1L11 7.6 9 8.5Z',
} satisfies Readonly<Record<string, string>>;

const THIN_LINES = {
  fill: 'none',
  stroke: 'currentcolor',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export function SocialIcon({ id }: { readonly id: keyof typeof STROKES }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" {...THIN_LINES}>
      <path d={STROKES[id]} />
    </svg>
  );
}
