import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PAGES } from '#content/page-paths.ts';
import { NOT_ARRIVED, NOT_FOUND } from '#content/shell.ts';
import { Button } from '#web/ui/button.tsx';
import { Link, PageLink } from '#web/ui/link.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { loadDocument } from './opening.ts';

type LostViewProps = {
  readonly title: string;
  readonly text: ReactNode;
  readonly logo?: ReactNode;
  readonly children: ReactNode;
};

/** Shown in place of a page that is missing or did not load. `children` are links or buttons for what to do next. */
export function LostView({ title, text, logo, children }: LostViewProps) {
  return (
    <div className="page-width grid items-center gap-12 py-end lg:grid-cols-[1.2fr_1fr]">
      <div>
        {logo}
        <h1 className="first-light text-heading">{title}</h1>
        <p className="measure mt-5 text-lead text-soft">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      </div>
      <LostSun />
    </div>
  );
}

function LostSun() {
  return (
    <svg
      viewBox="0 0 320 220"
      aria-hidden="true"
      className="mx-auto w-full max-w-120"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path stroke="var(--line)" d="M92 150a68 68 0 0 1 136 0M62 150a98 98 0 0 1 196 0" />
      <path
        className="forced-colors:fill-[CanvasText]"
        fill="var(--sun-set)"
        d="M124 150a36 36 0 0 1 72 0Z"
      />
      <path stroke="var(--line-strong)" d="M12 150h296" />
      <path stroke="var(--sun-set)" strokeWidth="3" d="M128 168h64M112 186h52M186 186h22M146 204h38" />
    </svg>
  );
}

export function NotFoundView({ children }: { readonly children?: ReactNode }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  // True if the tab has an earlier page of this site to go back to. A new tab has none, and older browsers cannot tell.
  const goesBack = hydrated && window.navigation?.canGoBack;
  return (
    <LostView
      title={NOT_FOUND.title}
      text={
        <>
          {NOT_FOUND.text}
          {children}
        </>
      }
    >
      {goesBack && (
        <Button look="dawn" onClick={() => navigate(-1)}>
          {NOT_FOUND.back}
        </Button>
      )}
      <Link className={`button ${goesBack ? 'button-quiet' : 'button-dawn'}`} to={PAGES.home}>
        {NOT_FOUND.home}
      </Link>
      <PageLink className="button button-quiet" to={PAGES.contact}>
        {NOT_FOUND.contact}
      </PageLink>
    </LostView>
  );
}

/** Shown if a page's data did not load after the URL had changed, for example after the browser's back button. */
export function NotArrivedView() {
  return (
    <LostView title={NOT_ARRIVED.title} text={<span role="alert">{notArrived()}</span>}>
      {/* The hash of the URL is left out, because a navigation that changes only the hash loads nothing. */}
      <Button look="dawn" onClick={() => loadDocument(location.origin + location.pathname + location.search)}>
        {NOT_ARRIVED.again}
      </Button>
    </LostView>
  );
}

export function notArrived(): string {
  return navigator.onLine ? NOT_ARRIVED.unreachable : NOT_ARRIVED.offline;
}
