import { BRAND, SOCIAL_LINKS } from '#content/brand.ts';
import type { NavigationLink } from '#content/navigation.ts';
import { PAGES } from '#content/page-paths.ts';
import { CONTROL_WORDS, SHELL_WORDS } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Link } from '#web/ui/link.tsx';
import { SocialIcon } from '#web/ui/social-icon.tsx';
import { FOOTER } from './footer-links.ts';
import { usePagePath } from './page-address.ts';

export function Footer() {
  return (
    // The padding at the bottom leaves room for the chat's button.
    <footer className="site-footer mt-end border-t border-line bg-sunk pb-18">
      <div className="page-width grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-8 gap-y-10 py-section sm:grid-cols-[2fr_repeat(3,1fr)]">
        <div>
          <Link to={PAGES.home} className="logo">
            <BrandMark />
            {BRAND.product}
          </Link>
          <p className="mt-4 max-w-[30ch] text-soft">{SHELL_WORDS.footerLine}</p>
          <ul className="mt-5 -ml-2.5 flex gap-1">
            {SOCIAL_LINKS.map(({ id, label, href }) => (
              <li key={id}>
                <a href={href} className="icon-button" rel="noopener noreferrer" target="_blank">
                  <SocialIcon id={id} />
                  <span className="sr-only">{`${label} ${CONTROL_WORDS.newTab}`}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        {FOOTER.groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-body">{title}</h2>
            <ul className="mt-2">
              {links.map(({ label, to }) => (
                <li key={label}>
                  <FooterLink label={label} to={to} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 border-t border-line py-6 text-small text-soft">
          <p>
            © {BRAND.copyrightYear} {BRAND.company}. {SHELL_WORDS.rights}
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {FOOTER.legal.map(({ label, to }) => (
              <li key={to}>
                <FooterLink label={label} to={to} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

/** The link is marked on its page and on the pages below that page: the blog is marked on a post. */
function FooterLink({ label, to }: NavigationLink) {
  const path = usePagePath();
  const here = path === to ? 'page' : path.startsWith(`${to}/`) || undefined;
  return (
    <Link to={to} className="footer-link" aria-current={here}>
      {label}
    </Link>
  );
}
