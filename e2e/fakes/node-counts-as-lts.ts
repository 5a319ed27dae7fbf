/**
 * Must be imported before `oidc-provider`, which warns about every Node version that is not marked as LTS (yet). The Node
 * version is fixed in package.json, and the stand-ins are not shipped.
 */
process.release.lts ??= 'Krypton';
