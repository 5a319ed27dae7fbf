import type { ComponentType } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';

export type CodePanelProps = {
  readonly onSignedIn: (user: UserRecord, remembered: boolean) => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
  /** Called when the sign-in must start again; the notice gives the server's reason, if there is one. */
  readonly onAgain: (notice: BannerMessage | null) => void;
};

/** Loads the panel that asks for a sign-in code; undefined if no feature provides one. */
export const [loadCodePanel] = Object.values(
  import.meta.glob<{ readonly default: ComponentType<CodePanelProps> }>(
    '/features/*/web/slots/code-panel.tsx',
  ),
);
