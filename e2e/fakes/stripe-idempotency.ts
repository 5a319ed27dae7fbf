import { ApiRefusal } from './stripe-intents.ts';

export type ApiAnswer = { readonly status: number; readonly body: string };

type Kept = { readonly request: string; readonly answer: ApiAnswer };

/**
 * Stripe's `Idempotency-Key`: the answer to a key is kept, whatever it was, and given again to the same request;
 * another request under that key is refused. What was refused before it was carried out is not kept.
 */
export class IdempotentAnswers {
  readonly #kept = new Map<string, Kept>();

  /**
   * @param request method, path and parameters in one text
   * @param carryOut makes the answer; what it throws is not kept
   */
  answer(
    key: string | undefined,
    request: string,
    carryOut: () => ApiAnswer,
  ): { readonly answer: ApiAnswer; readonly replayed: boolean } {
    if (key === undefined) return { answer: carryOut(), replayed: false };
    const kept = this.#kept.get(key);
    if (kept === undefined) {
      const answer = carryOut();
      this.#kept.set(key, { request, answer });
      return { answer, replayed: false };
    }
    if (kept.request === request) return { answer: kept.answer, replayed: true };
    throw new ApiRefusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
}
