declare module 'virtual:hindi-letters' {
  /** Undefined if the sample conversation has no Hindi text. */
  export const font: string | undefined;
  export const style: string | undefined;
}
