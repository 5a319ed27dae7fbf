import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { AS_WRITTEN, useAsWritten } from './use-hydrated.ts';

type KeptHtmlProps = ComponentProps<'div'> & {
  /** Shown while the code of `children` loads. Without it, a page that the router opens waits for that code. */
  readonly fallback?: ReactNode;
};

/** An element whose prerendered HTML stays on the first page load, so that the code of its `children` is not loaded. */
export function KeptHtml({ fallback, children, ...element }: KeptHtmlProps) {
  const asWritten = useAsWritten();
  if (!import.meta.env.SSR && asWritten) return <div {...element} {...AS_WRITTEN} />;
  // The prerendered HTML has no Suspense boundary, because React would move the content of a large boundary into a script.
  const isWhole = import.meta.env.SSR || fallback === undefined;
  return <div {...element}>{isWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>}</div>;
}
