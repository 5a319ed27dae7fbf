import { EXIT_CODES, type ExitCode, type WholeSiteCommand, type WholeSiteDeps } from './command.ts';
import { explained, UsageError } from './usage-error.ts';

/** A command that answers `--help`, and says what it did not understand. */
export function wholeSiteCommand(
  name: string,
  usage: string,
  run: (deps: WholeSiteDeps, args: readonly string[]) => Promise<ExitCode>,
): WholeSiteCommand {
  return {
    usage,
    runOnWholeSite: async (deps, args) => {
      if (args.includes('--help') || args[0] === 'help') {
        deps.print(usage);
        return EXIT_CODES.done;
      }
      try {
        return await run(deps, args);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        deps.complain(explained(error, name));
        return EXIT_CODES.usage;
      }
    },
  };
}
