import { CONSOLE_LINK_WORDS } from '#content/features/console.ts';
import { CONSOLE_HOME } from '#contract/paths.ts';
import {
  SecurityPart,
  type SecurityPartProps,
  type SecuritySection,
} from '#features/accounts/web/security/security-part.tsx';
import type {} from '#features/console/contract.ts';

/** Operators find the console here, because no menu of the site links to it. */
function ConsolePart({ security: { isOperator } }: SecurityPartProps) {
  if (!isOperator) return null;
  return (
    <SecurityPart id="console" title={CONSOLE_LINK_WORDS.title} lead={CONSOLE_LINK_WORDS.lead}>
      <div>
        <a href={CONSOLE_HOME} className="button button-quiet">
          {CONSOLE_LINK_WORDS.open}
        </a>
      </div>
    </SecurityPart>
  );
}

export default { order: 10, Section: ConsolePart } satisfies SecuritySection;
