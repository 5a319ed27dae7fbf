import { z } from 'zod';
import { id } from '#contract/fields.ts';
import type {} from '#features/accounts/security-bodies.ts';
import { PROVIDERS, type Provider } from './contract.ts';

/** An account at a provider that opens this account. Several may be at one provider. */
export type ProviderEntry = {
  readonly provider: Provider;
  /** The provider's id. */
  readonly id: string;
  readonly connectedAt: string;
};

/**
 * `POST /api/account/unlink-provider`: removes the account with this id there; without an id, all of the provider. Refusal
 * LAST_WAY_IN.
 */
export const unlinkBody = z.object({ provider: z.enum(PROVIDERS), id: id.optional() });

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly providers: readonly ProviderEntry[];
  }
}
