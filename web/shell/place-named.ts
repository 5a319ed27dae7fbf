/**
 * The element that the hash of an address names, found as browsers find it: by the hash as it stands, then with its percent
 * signs decoded, for an address writes other than Latin letters by them. Null for none.
 */
export function placeNamed(hash: string): HTMLElement | null {
  const name = hash.slice(1);
  // Firefox warns of an empty name.
  if (name === '') return null;
  return document.getElementById(name) ?? document.getElementById(decoded(name));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that begins nothing, in a link that somebody typed.
    return name;
  }
}
