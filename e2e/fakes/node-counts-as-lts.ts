/**
 * Must be imported before `oidc-provider`, which warns about every Node version that is not marked as LTS (yet). Nobody needs
 * this warning: package.json sets the Node version, and the stand-ins are not shipped.
 */
process.release.lts ??= 'Krypton';
