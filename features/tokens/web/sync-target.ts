/**
 * The address that tokens may be sent to: only https, only hosts of the site's own registrable domain (docs/product.md, "Token sync");
 * undefined for any other. The server checks its setting too; a leaked token is worth a second check.
 */
export function syncTarget(url: string, registrableDomain: string): string | undefined {
  if (registrableDomain === '' || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(url);
  const isOwn = hostname === registrableDomain || hostname.endsWith(`.${registrableDomain}`);
  return protocol === 'https:' && isOwn && username === '' && password === '' ? href : undefined;
}
