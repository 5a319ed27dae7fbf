/** Must be imported before `oidc-provider`, which warns about every Node version that is not marked as LTS (yet). */
process.release.lts ??= 'Krypton';
