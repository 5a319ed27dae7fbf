import type { Page } from '@playwright/test';

type Size = { readonly width: number; readonly height: number };

/**
 * Makes a window and the page inside it differ, as zoom, toolbars and docked tools do; Playwright's own viewport keeps
 * them equal. Lasts over reloads.
 *
 * @param zoom page pixels are this much larger than the screen's; `inner` is given in screen pixels
 */
export async function sizeWindow(page: Page, outer: Size, inner: Size, zoom = 1): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { windowId } = await browser.send('Browser.getWindowForTarget');
  await browser.send('Browser.setWindowBounds', { windowId, bounds: outer });
  await browser.send('Emulation.setDeviceMetricsOverride', {
    width: Math.floor(inner.width / zoom),
    height: Math.floor(inner.height / zoom),
    deviceScaleFactor: zoom,
    mobile: false,
  });
}
