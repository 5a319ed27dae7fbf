import { EXIT_CODES, type OperatorCommand } from './command.ts';
import { explained, UsageError } from './usage-error.ts';

/**
 * A command whose first word says what to do: `npm run operator -- <name> <verb> …`. It answers a call for help itself,
 * and explains what was not understood.
 */
export function commandOfVerbs(
  name: string,
  usage: string,
  verbs: Readonly<Record<string, OperatorCommand['run']>>,
): OperatorCommand {
  return {
    usage,
    run: async (deps, [word = '', ...args]) => {
      if (word === '--help' || word === 'help' || args.includes('--help')) {
        deps.print(usage);
        return EXIT_CODES.done;
      }
      const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
      try {
        if (verb === undefined) {
          throw new UsageError(
            `${word === '' ? 'Say what to do' : `There is no “${name} ${word}”`}: ${Object.keys(verbs).join(', ')}.`,
          );
        }
        return await verb(deps, args);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        deps.complain(explained(error, name));
        return EXIT_CODES.usage;
      }
    },
  };
}
