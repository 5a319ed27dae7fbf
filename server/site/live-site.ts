import type { ChangePages, Deps, LiveSite } from '#server/feature.ts';
import type { Site } from './site.ts';

/** The built site with what features change on its pages. */
export function createLiveSite(
  deps: Pick<Deps, 'db' | 'clock' | 'log'> & { readonly site: Site },
  changes: readonly ChangePages[],
): LiveSite {
  let shown = { key: '', site: deps.site };
  return {
    current: () => shown.site,
    refresh: async () => {
      try {
        shown = await changedSite(deps, changes, shown);
      } catch (err) {
        deps.log.warn({ err }, 'could not look for changes of pages; they stay as they are');
      }
    },
  };
}

/** The site with the changes of now. Throws when the database is away. */
export async function changedSite(
  deps: Pick<Deps, 'db' | 'clock'> & { readonly site: Site },
  changes: readonly ChangePages[],
  shown = { key: '', site: deps.site },
): Promise<{ readonly key: string; readonly site: Site }> {
  const found = (await Promise.all(changes.map((look) => look(deps)))).filter((one) => one !== undefined);
  const key = found.map((one) => one.key).join('\n');
  if (key === shown.key) return shown;
  return { key, site: found.reduce((site, { change }) => change(site), deps.site) };
}
