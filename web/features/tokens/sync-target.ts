/**
 * The address that tokens may be sent to; undefined for one that may not: only https, only hosts of the site's own
 * registrable domain (decisions §3.10). The server refuses others at its start; a token is worth looking twice.
 */
export function syncTarget(url: string, registrableDomain: string): string | undefined {
  if (registrableDomain === '' || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(url);
  const isOwn = hostname === registrableDomain || hostname.endsWith(`.${registrableDomain}`);
  return protocol === 'https:' && isOwn && username === '' && password === '' ? href : undefined;
}
