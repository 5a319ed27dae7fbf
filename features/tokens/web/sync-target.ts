/**
 * The URL that tokens may be sent to: only over https, and only to hosts of the site's own registrable domain
 * (docs/product.md, "Token sync"); otherwise undefined. The server checks its setting too, but the risk of a leaked
 * token justifies a second check.
 */
export function syncTarget(url: string, registrableDomain: string): string | undefined {
  if (registrableDomain === '' || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(url);
  const isOwn = hostname === registrableDomain || hostname.endsWith(`.${registrableDomain}`);
  return protocol === 'https:' && isOwn && username === '' && password === '' ? href : undefined;
}
