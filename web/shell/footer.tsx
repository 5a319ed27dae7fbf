import { Link } from 'react-router';
import { BRAND, SOCIAL_LINKS } from '#content/brand.ts';
import { SHELL_WORDS } from '#content/shell.ts';
import { PAGES } from '#contract/paths.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { SocialIcon } from '#web/ui/social-icon.tsx';
import { FOOTER } from './footer-links.ts';

/** Social links, three groups of links, the copyright line and the legal links (spec §2). */
export function Footer() {
  return (
    <footer className="site-footer">
      <div className="page-width site-footer-top">
        <div>
          <Link to={PAGES.home} className="logo">
            <BrandMark className="size-9" />
            {BRAND.product}
          </Link>
          <p className="mt-4 max-w-[30ch] text-soft">{SHELL_WORDS.footerLine}</p>
          <ul className="mt-5 -ml-2.5 flex gap-1">
            {SOCIAL_LINKS.map(({ id, label, href }) => (
              <li key={id}>
                <a href={href} className="icon-button" rel="noopener noreferrer" target="_blank">
                  <SocialIcon id={id} />
                  <span className="unseen">{label} (opens in a new tab)</span>
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
                  <Link to={to} className="footer-link">
                    {label}
                  </Link>
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
        <ul className="-mx-2.5 flex flex-wrap">
          {FOOTER.legal.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className="footer-link px-2.5">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
