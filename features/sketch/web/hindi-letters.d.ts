declare module 'virtual:hindi-letters' {
  /** Undefined if the sketch has no Hindi text. */
  export const font: string | undefined;
  export const style: string | undefined;
}
