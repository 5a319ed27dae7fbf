const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The form on a page, read as a browser would: where it goes, and what it would send beside the version of its notice. */
export function formIn(html: string): { action: string | undefined; values: Record<string, string> } {
  const decoded = (text: string) =>
    text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? '');
  const attribute = (tag: string, name: string) =>
    decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const values: Record<string, string> = {};
  for (const [tag, text] of html.matchAll(/<input[^>]*>|<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/g))
    values[attribute(tag, 'name')] = text === undefined ? attribute(tag, 'value') : decoded(text);
  delete values._notice;
  return { action: /<form method="post" action="([^"]*)"/.exec(html)?.[1], values };
}
