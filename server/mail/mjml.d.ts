/** The part of mjml 5 that we use; the package brings no types. */
declare module 'mjml' {
  type Options = {
    /** `strict` throws on the first thing that is not MJML. */
    readonly validationLevel?: 'strict' | 'soft' | 'skip';
    readonly keepComments?: boolean;
    /** Font families to fetch from elsewhere; mjml's own default is Google Fonts. */
    readonly fonts?: Readonly<Record<string, string>>;
    readonly ignoreIncludes?: boolean;
  };
  export default function mjml2html(
    input: string,
    options?: Options,
  ): Promise<{ html: string; errors: readonly { formattedMessage: string }[] }>;
}
