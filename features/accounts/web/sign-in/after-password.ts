const ACTS = Object.values(
  import.meta.glob<() => void>('/features/*/web/slots/after-password.ts', { eager: true, import: 'default' }),
);

/** Runs what features do after a sign-in with a password. */
export function afterPassword(): void {
  for (const act of ACTS) act();
}
