import type { ComponentType, ReactNode } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { SignInWay } from '#web/session/session-store.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { AuthView } from './auth-path.ts';

export type SignInPage = {
  readonly view: AuthView;
  readonly next: string | null;
  /** The address that the person typed in another panel; empty if unknown. */
  readonly email: string;
  /** True if the box “Remember this device” is ticked. It applies to every method (docs/product.md, "Sessions"). */
  readonly isRememberTicked: () => boolean;
  /** Shows another panel of the sign-in page. `hasConfirmed` is true if the person says that the address is confirmed. */
  readonly show: (view: AuthView, notice?: BannerMessage | null, hasConfirmed?: boolean) => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
  /** Opens the next page. Await this call, so that the pressed button stays busy until that page has loaded. */
  readonly onSignedIn: (user: UserRecord, remembered: boolean, way?: SignInWay) => Promise<void>;
  /** Called after a sign-up, and after a right password for an address that is not confirmed. */
  readonly onUnverified: (email: string, notice: BannerMessage) => void;
  /** Loads the panel for the code, and opens it. */
  readonly onCodeNeeded: () => Promise<void>;
  /** Called when a new account needs a date of birth. */
  readonly onAgeNeeded: (notice: BannerMessage) => void;
};

export type SignInMethod = {
  readonly name: string;
  /** The sort position of this method on the page. */
  readonly order: number;
  /** A hook whose state survives a change of panel. Returns a function that renders the method below a panel's form. */
  readonly useMethod: (page: SignInPage) => (panel: AuthView) => ReactNode;
};

export const SIGN_IN_METHODS: readonly SignInMethod[] = Object.values(
  import.meta.glob<SignInMethod>('/features/*/web/slots/sign-in-method.tsx', {
    eager: true,
    import: 'default',
  }),
).sort((one, other) => one.order - other.order);

/** Loads the panel that asks for a code. Undefined if no feature provides it. */
export const [loadCodePanel] = Object.values(
  import.meta.glob<{ readonly default: ComponentType<SignInPage> }>('/features/*/web/slots/code-panel.tsx'),
);
