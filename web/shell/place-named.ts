/** Finds the element for a URL's hash as browsers do: first by the hash unchanged, then percent-decoded. */
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
    return name;
  }
}
