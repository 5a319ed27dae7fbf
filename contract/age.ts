/**
 * This path is not in `paths.ts`, because every page loads that file and few pages need this path. The request body is `ageBody` in
 * `features/accounts/bodies.ts`.
 */
export const AGE_API = '/api/account/age';

/** The latest date of birth of somebody who is `years` old. `today` and the result are `YYYY-MM-DD`. */
export function latestBirthDate(today: string, years: number): string {
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
}
