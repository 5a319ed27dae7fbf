import { BRAND, SOCIAL_LINKS } from '#content/brand.ts';
import type { NavigationLink } from '#content/navigation.ts';
import { PAGES } from '#content/page-paths.ts';
import { CONTROL_WORDS, SHELL_WORDS } from '#content/shell.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Link } from '#web/ui/link.tsx';
import { SocialIcon } from '#web/ui/social-icon.tsx';
import { FOOTER } from './footer-links.ts';
import { usePagePath } from './use-page-path.ts';

/** Social links, three groups of links, the copyright line and the legal links (docs/product.md, "Shell"). */
export function Footer() {
  return (
    <footer className="site-footer">
      <div className="page-width site-footer-top">
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
      <div className="page-width site-footer-end">
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
    </footer>
  );
}

/** Marks the page that is shown, and the one that it belongs to, as the blog of a post. */
function FooterLink({ label, to }: NavigationLink) {
  const path = usePagePath();
  const here = path === to ? 'page' : path.startsWith(`${to}/`) || undefined;
  return (
    <Link to={to} className="footer-link" aria-current={here}>
      {label}
    </Link>
  );
}
