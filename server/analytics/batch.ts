import { z } from 'zod';
import { EVENT_LIMITS, METRICS } from '#contract/analytics.ts';

const { perBatch, pathMax, hostMax, valueMax } = EVENT_LIMITS;

const path = z
  .string('Each event needs a path.')
  .startsWith('/', 'A path starts with a slash.')
  .max(pathMax, `A path has at most ${pathMax} characters.`);

const event = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('view'),
      path,
      referrer: z.string().max(hostMax, `A host has at most ${hostMax} characters.`).optional(),
    }),
    z.object({
      kind: z.literal('vital'),
      path,
      metric: z.enum(METRICS, `A metric is one of ${METRICS.join(', ')}.`),
      value: z
        .number('A value is a number.')
        .min(0, 'A value is not negative.')
        .max(valueMax, `A value is at most ${valueMax}.`),
    }),
  ],
  'Each event is a "view" or a "vital".',
);

/** What `POST /api/events` takes (`contract/analytics.ts`). Further fields are dropped; one bad event refuses the batch. */
export const eventBatch = z.object({
  events: z
    .array(event, 'Please send a list of events.')
    .min(1, 'Please send at least one event.')
    .max(perBatch, `Please send at most ${perBatch} events at once.`),
});
