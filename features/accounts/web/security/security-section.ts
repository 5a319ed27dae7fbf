import type { ComponentType } from 'react';
import { PasswordPart } from './password-part.tsx';
import type { SecurityPartProps } from './security-part.tsx';
import { SessionsPart } from './sessions-part.tsx';

export type SecuritySection = {
  /** The sort position of this section on the page. */
  readonly order: number;
  readonly Section: ComponentType<SecurityPartProps>;
};

const OF_FEATURES = Object.values(
  import.meta.glob<SecuritySection>('/features/*/web/slots/security-section.tsx', {
    eager: true,
    import: 'default',
  }),
);

export const SECURITY_SECTIONS: readonly SecuritySection[] = [
  ...OF_FEATURES,
  { order: 40, Section: PasswordPart },
  { order: 70, Section: SessionsPart },
].sort((one, other) => one.order - other.order);
