import { SITE_LANGUAGE } from '#contract/language.ts';

const NUMBER = new Intl.NumberFormat(SITE_LANGUAGE);

/** `1 account`, `1,204 accounts`; with another ending `2 addresses`. */
export function plural(count: number, noun: string, ending = 's'): string {
  return `${NUMBER.format(count)} ${noun}${count === 1 ? '' : ending}`;
}
