/** The folder of the project's package.json, whatever folder the command was started in. */
export const ROOT = new URL('../../', import.meta.url);

/** Prints a message for the person at the terminal. Uses stderr, because stdout belongs to the started program. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`);
}

/** A failure whose message is enough for a person: printed without a stack trace. */
export class Explained extends Error {}

/** Error codes of the system for a file that this user may not write, or that nobody may write. */
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
    const { code = '', message, stack } = /** @type {NodeJS.ErrnoException} */ (error);
    const refused = `This user may not write the project’s folder (${message}).`;
    if (NOT_WRITABLE.includes(code))
      say(`\n${refused} To run what is built already: deploy/site.service has the command.`);
    else say(error instanceof Explained ? `\n${message}` : (stack ?? String(error)));
    process.exitCode = 1;
  }
}
