/** The calls of the page “Your data”. All but the last need a session; the export also a proof (`PROOF_MISSING`). */

/** `GET /api/account/data` */
export type YourDataAnswer = {
  readonly success: true;
  readonly data: {
    /** How many rows of each table are the person's, by its name in `content/data-register.ts`. */
    readonly counts: Readonly<Record<string, number>>;
    /** The cookies that this browser sent, by their names in `content/browser-register.ts`. */
    readonly cookies: readonly string[];
  };
};

/**
 * `POST /api/account/export`: a zip. Takes a form without fields too, and then says refusals as a page.
 *
 * `POST /api/account/forget-browser`: ends what the cookies of this browser stand for, and clears them.
 */
