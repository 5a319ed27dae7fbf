/** Made by `generate/letters/hindi-letters.ts`. */
declare module 'virtual:hindi-letters' {
  /** Undefined where the sketch has no Hindi. */
  export const font: string | undefined;
  export const style: string | undefined;
}
