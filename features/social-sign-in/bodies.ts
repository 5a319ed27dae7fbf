import { z } from 'zod';
import { id } from '#contract/fields.ts';
import type {} from '#features/accounts/security-bodies.ts';
import { PROVIDERS, type Provider } from './contract.ts';

/** A linked account at a provider. A person may link several accounts, even of the same provider. */
export type ProviderEntry = {
  readonly provider: Provider;
  /** The id of the account at the provider. */
  readonly id: string;
  readonly connectedAt: string;
};

export const unlinkBody = z.object({ provider: z.enum(PROVIDERS), id: id.optional() });

declare module '#features/accounts/security-bodies.ts' {
  interface SecurityData {
    readonly providers: readonly ProviderEntry[];
  }
}
