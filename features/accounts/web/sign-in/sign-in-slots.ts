import type { ComponentType, ReactNode } from 'react';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { SignInWay } from '#web/session/session-store.ts';
import type { BannerMessage } from '#web/ui/banner.tsx';
import type { AuthView } from './auth-path.ts';

/** What the forms and methods of the sign-in page get from it, and the callbacks for their results. */
export type SignInPage = {
  readonly view: AuthView;
  /** The path to open after the sign-in; null for the usual page. */
  readonly next: string | null;
  /** The address that was typed in another panel; empty if unknown. */
  readonly email: string;
  /** “Remember this device” applies to every method (docs/product.md, "Sessions"). Returns false in a panel without that box. */
  readonly isRememberTicked: () => boolean;
  /** Opens another panel. `hasConfirmed`: the person says that the address is confirmed. */
  readonly show: (view: AuthView, notice?: BannerMessage | null, hasConfirmed?: boolean) => void;
  readonly onNotice: (notice: BannerMessage | null) => void;
  readonly onSignedIn: (user: UserRecord, remembered: boolean, way?: SignInWay) => void;
  /** Called when a mail must be confirmed first: after a sign-up, or a right password for an unconfirmed address. */
  readonly onUnverified: (email: string, notice: BannerMessage) => void;
  /** Loads the panel for the code, and opens it. */
  readonly onCodeNeeded: () => Promise<void>;
  /** Called when the person has no account yet and a new one needs a date of birth. */
  readonly onAgeNeeded: (notice: BannerMessage) => void;
};

export type SignInMethod = {
  readonly name: string;
  /** The sort position of this method on the page. */
  readonly order: number;
  /** A hook that keeps its state when the panel changes. Returns a function that renders the method below a panel's form. */
  readonly useMethod: (page: SignInPage) => (panel: AuthView) => ReactNode;
};

export const SIGN_IN_METHODS: readonly SignInMethod[] = Object.values(
  import.meta.glob<SignInMethod>('/features/*/web/slots/sign-in-method.tsx', {
    eager: true,
    import: 'default',
  }),
).sort((one, other) => one.order - other.order);

/** Loads the panel that asks for a sign-in code; undefined if no feature provides one. */
export const [loadCodePanel] = Object.values(
  import.meta.glob<{ readonly default: ComponentType<SignInPage> }>('/features/*/web/slots/code-panel.tsx'),
);
