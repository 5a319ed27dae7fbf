/**
 * To be imported before `oidc-provider`, which warns of every Node that is not called LTS (yet). The version is fixed by
 * package.json, and the stand-ins are not shipped.
 */
process.release.lts ??= 'Krypton';
