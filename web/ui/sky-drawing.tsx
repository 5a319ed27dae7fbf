type SkyPath = `${'shape' | 'far' | 'line' | 'light' | 'thread'} ${string}`;

/** The shapes on a horizon, from back to front: the kind of each path (see `Horizon`) and its outline. */
export type SkyPaths = readonly SkyPath[];

/** Draws the paths in the colours of both themes. For inside `Horizon`. */
export function SkyDrawing({ paths }: { readonly paths: SkyPaths }) {
  return paths.map((path) => {
    const end = path.indexOf(' ');
    return <path key={path} className={`sky-${path.slice(0, end)}`} d={path.slice(end + 1)} />;
  });
}
