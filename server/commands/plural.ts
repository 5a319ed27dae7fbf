const NUMBER = new Intl.NumberFormat('en-GB');

/** `1 account`, `1,204 accounts`. */
export function plural(count: number, noun: string): string {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}
