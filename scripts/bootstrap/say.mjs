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

/**
 * Runs a command's main function. An `Explained` failure is shown as its message; any other with its stack.
 *
 * @param {() => Promise<number>} main answers the exit code
 */
export async function command(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(
      error instanceof Explained
        ? `\n${error.message}`
        : String(error instanceof Error ? error.stack : error),
    );
    process.exitCode = 1;
  }
}
