import { BRAND } from '#content/brand.ts';

type EverythingLostProps = {
  readonly title: string;
  /** With `{email}` where support's address stands. */
  readonly text: string;
};

/** Whom to write to, for who has none of what is asked for any more. */
export function EverythingLost({ title, text }: EverythingLostProps) {
  const [before, after] = text.split('{email}');
  return (
    <details className="text-small text-soft">
      <summary className="cursor-pointer py-1">{title}</summary>
      <p className="mt-2 wrap-anywhere">
        {before}
        <a className="text-link" href={`mailto:${BRAND.supportEmail}`}>
          {BRAND.supportEmail}
        </a>
        {after}
      </p>
    </details>
  );
}
