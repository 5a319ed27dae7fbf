import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is there whole or not at all. Readable by its owner only: it holds what people wrote. */
export type ExportFile = {
  /** Where it is until it has its name, for a program that writes it by itself. */
  readonly unfinished: string;
  readonly write: (text: string) => Promise<boolean>;
  /** Gives it its name. False when it must not replace a file of this name that has turned up meanwhile. */
  readonly keep: () => Promise<boolean>;
  /** Removes what was not kept. */
  readonly discard: () => Promise<void>;
};

/**
 * Begins a file under another name beside its own. Undefined when there is a file of that name and it must not be
 * replaced. Throws when it cannot be written.
 */
export async function beginExportFile(
  name: string,
  { replace }: { readonly replace: boolean },
): Promise<ExportFile | undefined> {
  if (!replace && existsSync(name)) return undefined;
  const unfinished = `${name}.${process.pid}.part`;
  const file = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`There is no folder ${dirname(name)}. Create it first, or choose another place.`);
  });
  return {
    unfinished,
    write: async (text) => {
      await file.writeFile(text);
      return true;
    },
    keep: async () => {
      await file.sync();
      if (!replace) return take(unfinished, name);
      await rename(unfinished, name);
      return true;
    },
    discard: async () => {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
}

/** Gives a file a second name. False where another has it. */
async function take(unfinished: string, name: string): Promise<boolean> {
  try {
    await link(unfinished, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(name)) return false;
    // Some disks know no second name for a file.
    await rename(unfinished, name);
  }
  return true;
}
