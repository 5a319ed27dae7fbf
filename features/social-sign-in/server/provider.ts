import type { SocialFlow } from './flow-cookie.ts';

/** Whether somebody who is signed in is to be proved, and not only signed in or joined. */
export const asksForProof = (purpose: SocialFlow['purpose']) => purpose === 'proof' || purpose === 'deletion';

/** Who came back from a provider. */
export type ProviderPerson = {
  /** The provider's own id of the account (`accountKey`); never changes, while address and name may. */
  readonly accountId: string;
  /** As the provider wrote it. */
  readonly email: string | undefined;
  /** Whether the provider knows that the address is theirs. */
  readonly isEmailVerified: boolean;
  /** Display name; empty when there is none. */
  readonly name: string;
  /** Whether the provider showed that the person signed in there for this very press. */
  readonly isFresh: boolean;
};

/** One provider's side of the authorisation-code flow. Both calls throw `SocialFailure`, or what nobody foresaw. */
export type SocialProvider = {
  /** Where the visitor is sent. */
  readonly authorizationUrl: (flow: SocialFlow) => Promise<URL>;
  /** Exchanges the code of an answer and checks everything about it. The tokens are not kept. */
  readonly identify: (answer: URL, flow: SocialFlow) => Promise<ProviderPerson>;
};
