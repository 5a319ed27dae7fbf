import { fittingName, tidyName } from '#contract/display-name.ts';
import { nameFromAddress } from '#contract/profile-fields.ts';

/** The name by which an account is called: that of its address where it has none, or one of before of which nothing can be seen. */
export function shownName({ name, email }: { readonly name: string; readonly email: string }): string {
  return tidyName(name) || fittingName(nameFromAddress(email)) || fittingName(email);
}
