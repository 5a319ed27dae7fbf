import type { ComponentType } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

export type CodePanelProps = {
  readonly onSignedIn: (user: UserRecord, remembered: boolean) => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
  /** The sign-in must start again; the notice says why, if the server said so. */
  readonly onAgain: (notice: BannerMessage | null) => void;
};

/** Loads the panel that asks for a sign-in code; undefined without a feature that has codes. */
export const [loadCodePanel] = Object.values(
  import.meta.glob<{ readonly default: ComponentType<CodePanelProps> }>(
    '/features/*/web/slots/code-panel.tsx',
  ),
);
