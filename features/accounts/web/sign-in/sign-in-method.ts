import type { ReactNode } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { SignInWay } from '#web/session/session-store.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { AuthView } from './auth-view.ts';

/** What a way to sign in knows of the sign-in page, and tells it. */
export type SignInPage = {
  readonly view: AuthView;
  /** Where to go after the sign-in; null for the usual page. */
  readonly next: string | null;
  /** “Remember this device” counts for each way (docs/product.md, "Sessions"). False in a panel without the box. */
  readonly isRememberTicked: () => boolean;
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onSignedIn: (user: UserRecord, remembered: boolean, way: SignInWay) => void;
  /** Resolves when what asks for the code is there, or does not come. */
  readonly onCodeNeeded: () => Promise<void>;
  /** Nobody of that address has an account, and a new one needs an age. */
  readonly onAgeNeeded: (notice: BannerMessage) => void;
};

/** A way to sign in beside the password. */
export type SignInMethod = {
  readonly name: string;
  /** They stand in the order of these numbers. */
  readonly order: number;
  /** Goes on while panels change. Returns what stands in a panel, below its form. */
  readonly useMethod: (page: SignInPage) => (panel: AuthView) => ReactNode;
};

export const SIGN_IN_METHODS: readonly SignInMethod[] = Object.values(
  import.meta.glob<SignInMethod>('/features/*/web/slots/sign-in-method.tsx', {
    eager: true,
    import: 'default',
  }),
).sort((one, other) => one.order - other.order);
