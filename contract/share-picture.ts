/** The preview picture for shared links, in pixels. The build makes one for each page. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/png' } as const;

/** The path of a page's share picture: `/about` → `/share/about.png`, `/` → `/share/home.png`. */
export function sharePicturePath(page: string): string {
  return `/share${page === '/' ? '/home' : page}.png`;
}
