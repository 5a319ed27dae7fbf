/** The picture that a shared link shows: one per page, made at build, served as a file. Sizes in pixels. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/png' } as const;

/** `/about` → `/share/about.png`, `/` → `/share/home.png`. */
export function sharePicturePath(page: string): string {
  return `/share${page === '/' ? '/home' : page}.png`;
}
