import { z } from 'zod';
import { EXAMPLES } from './fields.ts';
import type { AcceptedAnswer } from './messages.ts';

export const answeredId = z.string().meta({ examples: [EXAMPLES.id] });

export const address = z.string().meta({ examples: [EXAMPLES.email] });

export const time = z.string().meta({ format: 'date-time', examples: [EXAMPLES.time] });

const accepted = { success: z.literal(true), message: z.string() };

export const acceptedAnswer = z.object(accepted) satisfies z.ZodType<AcceptedAnswer>;

export const acceptedWith = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...accepted, ...shape });

export const dataAnswer = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });
