/**
 * The element of an address's hash, found as browsers do: by the hash unchanged, then percent-decoded, because addresses encode non-Latin
 * letters. Null for none.
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
    // A percent sign that encodes nothing, in a link typed by hand.
    return name;
  }
}
