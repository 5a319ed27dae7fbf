import type { ReactNode } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { SignInWay } from '#web/session/session-store.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { AuthView } from './auth-view.ts';

/** What a sign-in method knows of the sign-in page, and reports to it. */
export type SignInPage = {
  readonly view: AuthView;
  /** Where to go after the sign-in; null for the usual page. */
  readonly next: string | null;
  /** “Remember this device” applies to every method (docs/product.md, "Sessions"). False in a panel without the box. */
  readonly isRememberTicked: () => boolean;
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onSignedIn: (user: UserRecord, remembered: boolean, way: SignInWay) => void;
  /** Resolves when the code panel is there, or cannot be loaded. */
  readonly onCodeNeeded: () => Promise<void>;
  /** The address has no account, and a new one needs an age. */
  readonly onAgeNeeded: (notice: BannerMessage) => void;
};

export type SignInMethod = {
  readonly name: string;
  /** Methods are sorted by this number. */
  readonly order: number;
  /** Keeps its state across panels. Returns the content of a panel, below its form. */
  readonly useMethod: (page: SignInPage) => (panel: AuthView) => ReactNode;
};

export const SIGN_IN_METHODS: readonly SignInMethod[] = Object.values(
  import.meta.glob<SignInMethod>('/features/*/web/slots/sign-in-method.tsx', {
    eager: true,
    import: 'default',
  }),
).sort((one, other) => one.order - other.order);
