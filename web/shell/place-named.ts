/**
 * Finds the element for a URL's hash as browsers do: first by the hash unchanged, then percent-decoded, because URLs encode
 * non-Latin letters.
 */
export function placeNamed(hash: string): HTMLElement | null {
  const name = hash.slice(1);
  // Firefox logs a warning for an empty id.
  if (name === '') return null;
  return document.getElementById(name) ?? document.getElementById(decoded(name));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // The hash has a percent sign that encodes nothing, for example in a link typed by hand.
    return name;
  }
}
