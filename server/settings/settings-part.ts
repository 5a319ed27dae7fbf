import { z } from 'zod';

export type SettingProblem = { readonly name: string; readonly problem: string };

/** What was set, as it was written. */
export type GivenSettings = Readonly<Partial<Record<string, string>>>;

/** What an operator may see of a setting: its `value`, or of a URL only the `host`, since the rest of it may open something. */
type Shown = 'value' | 'host';

/** Settings that belong together: those of the core, or of one feature. */
export type SettingsPart<Values> = {
  readonly names: readonly string[];
  readonly shown: Readonly<Partial<Record<string, Shown>>>;
  readonly read: (given: GivenSettings) => {
    readonly alone: readonly SettingProblem[];
    readonly together: (siteOrigin: string) => readonly ProblemTogether[];
    /** A bad setting counts as unset. */
    readonly values: Values;
  };
};

/** Of settings that may be fine alone. Where its judge has a problem of its own, this one only follows from that. */
type ProblemTogether = readonly [name: string, problem: string, judge?: string];

type Definition<Shape extends z.ZodRawShape, Values> = {
  /** Each is optional or has a default. */
  readonly fields: Shape;
  /** Of one that is not named, nobody sees more than whether it is set. */
  readonly shown: Readonly<Partial<Record<keyof Shape, Shown>>>;
  /** What is wrong only together; false where nothing is. `siteOrigin` is the one that counts, set or not. */
  readonly problems?: (
    env: z.infer<z.ZodObject<Shape>>,
    siteOrigin: string,
  ) => readonly (ProblemTogether | false)[];
  /** What the code reads. */
  readonly values: (env: z.infer<z.ZodObject<Shape>>) => Values;
};

/** What a part adds to `Settings`. */
export type SettingsOf<Part> = Part extends SettingsPart<infer Values> ? Readonly<Values> : never;

/** Settings that `readSettings` parses together with all others. */
export function settingsPart<Shape extends z.ZodRawShape, Values>({
  fields,
  shown,
  problems,
  values,
}: Definition<Shape, Values>): SettingsPart<Values> {
  const schema = z.object(fields);
  return {
    names: Object.keys(fields),
    shown,
    read: (given) => {
      const parsed = schema.safeParse(given);
      const alone = (parsed.error?.issues ?? []).map(({ path, message }) => ({
        name: String(path[0]),
        problem: message,
      }));
      const unset = Object.fromEntries(alone.map(({ name }) => [name, undefined]));
      const env = parsed.data ?? schema.parse({ ...given, ...unset });
      return {
        alone,
        together: (siteOrigin) => problems?.(env, siteOrigin).filter((each) => each !== false) ?? [],
        values: values(env),
      };
    },
  };
}
