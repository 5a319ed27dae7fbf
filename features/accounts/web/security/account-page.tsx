import type { ReactNode } from 'react';
import { PAGES } from '#content/page-paths.ts';
import { SECURITY_WORDS } from '#content/security.ts';
import { Link } from '#web/ui/link.tsx';

type AccountPageProps = { readonly title: string; readonly lead: string; readonly children: ReactNode };

export function AccountPage({ title, lead, children }: AccountPageProps) {
  return (
    <div className="page-width grid max-w-[calc(52rem+2*var(--gutter))] grid-cols-1 gap-6 py-[clamp(1.5rem,5vw,4rem)]">
      <div>
        <h1 className="text-heading">{title}</h1>
        <p className="mt-2 text-soft">{lead}</p>
        <Link to={PAGES.profile} className="text-link mt-3 inline-block">
          {SECURITY_WORDS.back}
        </Link>
      </div>
      {children}
    </div>
  );
}
