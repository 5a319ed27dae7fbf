/**
 * The id under which a provider's account is stored. It includes the place where that is not the usual one, because
 * the same number elsewhere is another person.
 *
 * @param place who gave the number: an issuer, a host
 */
export function accountKey(place: string, usual: string, accountId: string): string {
  return place === usual ? accountId : `${place} ${accountId}`;
}
