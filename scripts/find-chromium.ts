import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Chromium at CHROMIUM_PATH, otherwise on PATH. Undefined if Playwright must use its own download. */
export function findChromium(): string | undefined {
  return (
    process.env.CHROMIUM_PATH ||
    onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  );
}

/** Finds Chromium's headless shell: the same engine without windows, a third faster, but without the back/forward cache. */
export function findHeadlessShell(): string | undefined {
  return onPath('chromium-headless-shell');
}

function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
