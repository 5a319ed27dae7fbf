/** The folder that holds package.json, whatever folder the command was started in. */
export const ROOT = new URL('../../', import.meta.url);

/**
 * Tells the person at the terminal what happens. Goes to stderr: stdout belongs to the program that is started.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** A failure whose message is all that the person needs: shown without a stack. */
export class Explained extends Error {}

/** What the system says where this user, or nobody, may write. */
const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM'];

/**
 * Runs a command's main function. An `Explained` failure, and a folder that cannot be written, is shown as its message;
 * any other with its stack.
 *
 * @param {() => Promise<number>} main answers the exit code
 */
export async function command(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (NOT_WRITABLE.includes(code))
      say(
        `\nThis user may not write the project’s folder (${/** @type {Error} */ (error).message}). To run what is built already: deploy/site.service has the command.`,
      );
    else if (error instanceof Explained) say(`\n${error.message}`);
    else say(String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}
