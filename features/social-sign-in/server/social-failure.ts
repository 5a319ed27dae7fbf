import type { SocialErrorCode } from '#features/social-sign-in/contract.ts';

/** Ends a sign-in with a provider; the visitor is told `code`. */
export class SocialFailure extends Error {
  override readonly name = 'SocialFailure';
  readonly code: SocialErrorCode;
  /** For the log: what exactly was wrong. Never an address, a name or a token. */
  readonly detail: string;

  constructor(code: SocialErrorCode, detail = '') {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

export function failSocial(code: SocialErrorCode, detail?: string): never {
  throw new SocialFailure(code, detail);
}
