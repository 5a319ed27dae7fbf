import type { Page } from '@playwright/test';

type Size = { readonly width: number; readonly height: number };

/**
 * Makes a window and the page inside it differ, as toolbars and docked tools do; Playwright's own viewport keeps them
 * equal. Lasts over reloads.
 */
export async function sizeWindow(page: Page, outer: Size, inner: Size): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { windowId } = await browser.send('Browser.getWindowForTarget');
  await browser.send('Browser.setWindowBounds', { windowId, bounds: outer });
  await browser.send('Emulation.setDeviceMetricsOverride', {
    ...inner,
    deviceScaleFactor: 1,
    mobile: false,
  });
}
