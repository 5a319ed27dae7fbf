/** A stand-in for the browser's `Element` in tests. The element is inside `link`, or outside of any link. */
export class FakeElement {
  readonly #link: object | null;
  constructor(link: object | null) {
    this.#link = link;
  }
  closest(): object | null {
    return this.#link;
  }
}

type Attributes = { readonly target?: string; readonly download?: true };

export function fakeLink(href: string, base: string, { target = '', download }: Attributes = {}): object {
  const { pathname, search, hash, origin } = new URL(href, base);
  return { pathname, search, hash, origin, target, hasAttribute: () => download === true };
}
