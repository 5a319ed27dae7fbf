import { tidyName } from '#contract/display-name.ts';
import { PROFILE_NAME_MAX } from '#contract/limits.ts';

/** A display name of a provider as the person could have typed it here; empty when nothing can be seen of it. */
export function providerName(written: string): string {
  let fitting = '';
  // Never through the middle of what shows as one character.
  for (const { segment } of new Intl.Segmenter().segment(tidyName(written))) {
    if (fitting.length + segment.length > PROFILE_NAME_MAX) break;
    fitting += segment;
  }
  return tidyName(fitting);
}
