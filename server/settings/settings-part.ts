import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopbackHost } from './loopback.ts';

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

export const url = (schemes: readonly string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    message: `must be a URL like ${example}`,
    abort: true,
  });

/** Without slashes at the end: a path is put behind it. */
export const httpUrl = (example: string) =>
  url(['http:', 'https:'], example).transform((value) => value.replace(/\/+$/, ''));

/** Browsers allow quotes and ampersands in a host; this goes into HTML and XML as it is, so it has none. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** In capitals or with letters of another script, a host is written as browsers send it. */
export const origin = url(['http:', 'https:'], 'https://www.example.com')
  .refine(
    (value) => {
      const { origin: plain, href } = new URL(value);
      return href === `${plain}/` && PLAIN_ORIGIN.test(plain);
    },
    { message: 'must be scheme, host and port only, like https://www.example.com' },
  )
  .transform((value) => new URL(value).origin);

/** Over http, what is sent there could be read on the way; this machine is an exception. */
export const overHttps = (address: z.ZodType<string>, whatIs: string) =>
  address.refine(
    (value) => {
      const { protocol, hostname } = new URL(value);
      return protocol === 'https:' || isLoopbackHost(hostname);
    },
    { message: `must be https: ${whatIs} sent there` },
  );

export const list = z.string().transform((value) => value.split(/\s*,\s*/).filter((item) => item !== ''));

/** Without the name of a network card (`%eth0`): where a packet came in says nothing of who sent it. */
const isAddressBlock = (block: string) => {
  const [address = '', bits] = block.split(/\/(.*)/s);
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || address.includes('%')) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
};

export const addressBlocks = list.refine((blocks) => blocks.every(isAddressBlock), {
  message: 'must be addresses or CIDR blocks like 10.0.0.0/8, separated by commas',
});

export const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { message: 'must be on or off' })
  .transform((value) => ['on', 'true', '1'].includes(value));

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    });
