import { MARK } from '#content/brand.ts';
import { ownMarkup } from './trusted-types.ts';

const DRAWING = { __html: ownMarkup(MARK.shapes) };

/** The logo, without an accessible name. `rising` animates the sun once, for the loading overlay. */
export function BrandMark({
  className,
  rising = false,
}: {
  readonly className?: string;
  readonly rising?: boolean;
}) {
  return (
    <svg
      viewBox={MARK.viewBox}
      aria-hidden="true"
      className={`brand-mark ${rising ? 'brand-mark-rising' : ''} ${className ?? ''}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing of content/brand.ts.
      dangerouslySetInnerHTML={DRAWING}
    />
  );
}
