import { ArrowRight } from 'lucide-react';
import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES } from '#content/page-paths.ts';
import { hasPage } from '#web/ui/has-page.ts';
import { Link } from '#web/ui/link.tsx';
import { SectionHead } from '#web/ui/section-head.tsx';

/** Links to what exists already. Signed-in visitors are not asked to create an account. */
export function Meanwhile() {
  const { title, list } = COMING_SOON.meanwhile;
  const possible = list.filter(({ page }) => hasPage(PAGES[page]));
  return (
    <section className="page-width section-end" aria-labelledby="meanwhile-title">
      <SectionHead id="meanwhile-title" title={title} plain />
      <ul className="mt-8 border-b border-line">
        {possible.map(({ title: name, description, page }) => (
          <li key={page} className={`group relative ruled ${page === 'auth' ? 'when-out' : ''}`}>
            <div className="two-columns items-center gap-y-2">
              <h3 className="text-heading">
                <Link
                  className="cover-link group-hover:text-peacock"
                  to={page === 'auth' ? `${PAGES.auth}?view=create` : PAGES[page]}
                >
                  {name}
                  <ArrowRight size={28} aria-hidden="true" className="ms-3 inline align-baseline" />
                </Link>
              </h3>
              <p className="text-soft">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
