const ACTS = Object.values(
  import.meta.glob<() => void>('/features/*/web/slots/after-password.ts', { eager: true, import: 'default' }),
);

/** What features do once somebody has signed in with a password. */
export function afterPassword(): void {
  for (const act of ACTS) act();
}
