/** Made by `generate/letters/hindi-letters.ts`. */
declare module 'virtual:hindi-letters' {
  /** Undefined if the sketch has no Hindi. */
  export const font: string | undefined;
  export const style: string | undefined;
}
