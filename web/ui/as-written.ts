/**
 * Props of an element whose prerendered children React leaves as they are: during hydration it keeps the children of an
 * element with `dangerouslySetInnerHTML`, whatever its value.
 */
export const AS_WRITTEN = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const;
