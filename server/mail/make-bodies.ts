import type { AppDeps } from '#server/feature.ts';
import type { MakeBodies } from './delivery.ts';

/** Writes what mails say that are stored without a text, by whichever feature stored them. */
export function makeBodiesOf(deps: AppDeps): MakeBodies {
  const makers = deps.features.flatMap(({ mailBodies }) => mailBodies?.(deps) ?? []);
  return async (id) => {
    for (const make of makers) {
      const bodies = await make(id);
      if (bodies !== undefined) return bodies;
    }
    return undefined;
  };
}
