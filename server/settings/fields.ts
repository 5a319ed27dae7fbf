import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopbackHost } from './loopback.ts';

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
