const NUMBER = new Intl.NumberFormat('en-GB');

/** `1 account`, `1,204 accounts`; with another ending `2 addresses`. */
export function plural(count: number, noun: string, ending = 's'): string {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? '' : ending}`;
}
