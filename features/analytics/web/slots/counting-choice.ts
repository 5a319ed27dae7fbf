import { DO_NOT_COUNT_WORDS } from '#content/features/analytics.ts';
import { DoNotCount } from '#features/analytics/web/do-not-count.tsx';
import type { CountingChoice } from '#web/slots/counting-choice.ts';

const { id, title, lead } = DO_NOT_COUNT_WORDS;

export default { id, title, lead, Choice: DoNotCount } satisfies CountingChoice;
