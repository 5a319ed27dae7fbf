/**
 * The name under which a provider's account is kept. Where somebody else stands in the provider's usual place, theirs is
 * part of it: a number of theirs is not the same person as that number there, nor at whoever comes after them.
 *
 * @param place who gave the number: an issuer, a host
 * @param usual the place whose numbers are kept as they are
 */
export function accountKey(place: string, usual: string, accountId: string): string {
  return place === usual ? accountId : `${place} ${accountId}`;
}
