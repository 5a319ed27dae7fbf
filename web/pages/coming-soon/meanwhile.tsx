import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { COMING_SOON } from '#content/coming-soon.ts';
import { PAGES } from '#contract/paths.ts';
import { hasPage } from '#web/ui/has-page.ts';

/** What a visitor can do until the lanterns are lit. */
export function Meanwhile() {
  const { title, list } = COMING_SOON.meanwhile;
  const possible = list.filter(({ page }) => hasPage(PAGES[page]));
  return (
    <section className="page-width meanwhile" aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title" className="text-heading">
        {title}
      </h2>
      <ul>
        {possible.map(({ title: name, description, page }) => (
          <li key={page}>
            <h3>
              <Link to={page === 'auth' ? `${PAGES.auth}?view=create` : PAGES[page]}>
                {name}
                <ArrowRight size={28} aria-hidden="true" />
              </Link>
            </h3>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
