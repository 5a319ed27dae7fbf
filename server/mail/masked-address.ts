/** The first letter of an address and its host: enough to see who is meant, too little to be copied. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address === '' ? '' : `${[...address][0]}…${address.slice(at)}`;
}
