/** The folder of the project's package.json, whatever folder the command was started in. */
export const ROOT = new URL('../../', import.meta.url);

/**
 * Prints a message for the person at the terminal. Uses stderr, because stdout belongs to the started program.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** A failure whose message is enough for a person: printed without a stack trace. */
export class Explained extends Error {}

/** Error codes of the system when this user may not write, or nobody may. */
const NOT_WRITABLE = ['EROFS', 'EACCES', 'EPERM'];

/**
 * Runs a command's main function. For an `Explained` failure, or a folder that cannot be written, it prints only a message;
 * for other errors the stack trace too.
 *
 * @param {() => Promise<number>} main returns the exit code
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
