import { isIP } from 'node:net';
import { z } from 'zod';

export type SettingProblem = { readonly name: string; readonly problem: string };

export type GivenSettings = Readonly<Partial<Record<string, string>>>;

/** What operators see of a setting: its `value`, or only the `host` of a URL that may contain a password. */
type Shown = 'value' | 'host';

export type SettingsPart<Values> = {
  readonly names: readonly string[];
  readonly shown: Readonly<Partial<Record<string, Shown>>>;
  readonly read: (given: GivenSettings) => {
    readonly alone: readonly SettingProblem[];
    readonly together: (siteOrigin: string) => readonly ProblemTogether[];
    /** The values of the settings. An invalid setting counts as unset. */
    readonly values: Values;
  };
};

/** A problem with a combination of valid settings. It is not reported if the setting that `dependsOn` names is invalid. */
type ProblemTogether = readonly [name: string, problem: string, dependsOn?: string];

type Definition<Shape extends z.ZodRawShape, Values> = {
  readonly fields: Shape;
  /** What operators see of each setting. Of an unlisted setting, they see only whether it is set. */
  readonly shown: Readonly<Partial<Record<keyof Shape, Shown>>>;
  /** Problems with combinations of settings. If `SITE_ORIGIN` is not set, `siteOrigin` is its default. */
  readonly problems?: (
    env: z.infer<z.ZodObject<Shape>>,
    siteOrigin: string,
  ) => readonly (ProblemTogether | false)[];
  readonly values: (env: z.infer<z.ZodObject<Shape>>) => Values;
};

export type SettingsOf<Part> = Part extends SettingsPart<infer Values> ? Readonly<Values> : never;

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

/** Slashes at the end of the URL are removed, because paths are appended. */
export const httpUrl = (example: string) =>
  url(['http:', 'https:'], example).transform((value) => value.replace(/\/+$/, ''));

/** Matches an origin that HTML and XML can contain unescaped. Refuses quotes and ampersands, which browsers allow in an origin. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The origin is normalised as browsers send it: lower case, and Punycode for other scripts. */
export const origin = url(['http:', 'https:'], 'https://www.example.com')
  .refine(
    (value) => {
      const { origin: plain, href } = new URL(value);
      return href === `${plain}/` && PLAIN_ORIGIN.test(plain);
    },
    { message: 'must be scheme, host and port only, like https://www.example.com' },
  )
  .transform((value) => new URL(value).origin);

export const overHttps = (address: z.ZodType<string>, whatIs: string) =>
  address.refine(
    (value) => {
      const { protocol, hostname } = new URL(value);
      return protocol === 'https:' || isLoopbackHost(hostname);
    },
    { message: `must be https: ${whatIs} sent there` },
  );

export const list = z.string().transform((value) => value.split(/\s*,\s*/).filter((item) => item !== ''));

/** An IP address or CIDR block. A zone (`%eth0`) is refused: it names a network interface, not a sender. */
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

export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d+){3}$/.test(host)
  );
}
