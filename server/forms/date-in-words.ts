/** Made when it is first needed: what it loads of a language takes 10 ms of a start. */
let inWords: Intl.DateTimeFormat | undefined;

/** `23 December 2026`: the day of an instant (UTC), as people are told it. */
export function dateInWords(instant: string): string {
  inWords ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return inWords.format(new Date(instant));
}
