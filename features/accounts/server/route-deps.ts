import type { AppDeps } from '#server/feature.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';

/** What routes about people work with. */
export type RouteDeps = AppDeps & { readonly authenticate: Authenticate };

export function routeDeps<D extends AppDeps>(deps: D): D & RouteDeps {
  return { ...deps, authenticate: createAuthenticate(deps) };
}
