/**
 * Runs in the page. Returns the words that are broken in two because their element is too narrow (`overflow-wrap`).
 * Addresses and strings longer than any word of the site may be broken.
 */
export function findBrokenWords(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = new Set<string>();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { parentElement: around, textContent } = text;
    if (!around?.checkVisibility({ visibilityProperty: true })) continue;
    if (around.closest('svg, pre, code, noscript, .sr-only')) continue;
    for (const { 0: word, index } of (textContent ?? '').matchAll(
      /(?<![^\s“(])[\p{L}\p{M}’]{2,18}(?![^\s.,;:!?…”)])/gu,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()]
        .filter(({ width }) => width >= 1)
        .map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) broken.add(`${word} in ${around.localName}.${around.className}`);
    }
  }
  return [...broken];
}
