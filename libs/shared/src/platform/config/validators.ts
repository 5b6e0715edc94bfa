import { BlockList, isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';
import { parseRedisUrl } from './redis-address.js';

export const MEBIBYTE = 1024 * 1024;

/**
 * The error of each validator says what is allowed. It never repeats the value, which may be a secret or contain one (the
 * password of a URL).
 */
export const wholeNumber = (min: number, max: number) =>
  makeValidator<number>((text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new EnvError(`must be a whole number from ${min} to ${max}`);
  })();

export const share = makeValidator<number>((text) => {
  const value = /^(?:0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new EnvError('must be a share from 0 to 1, like 0.1');
})();

export const oneOf = <T extends string>(allowed: readonly T[]) =>
  makeValidator<T>((text) => {
    const value = allowed.find((each) => each === text.toLowerCase());
    if (value !== undefined) return value;
    throw new EnvError(`must be one of ${allowed.join(', ')}`);
  })();

export const urlOf = (protocols: readonly string[], example: string) =>
  makeValidator<string>((text) => {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    throw new EnvError(`must be a URL like ${example} (reserved characters in it percent-encoded)`);
  })();

/** The sender of mails: an address, with or without a name. */
export const mailbox = makeValidator<string>((text) => {
  const address = /^[^<>"]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  if (/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/.test(address) && !/[\r\n]/.test(text)) return text;
  throw new EnvError('must be an address like Tocsin <tocsin@example.com>');
})();

/** The placeholders of secrets in examples, including those of earlier releases. */
const PLACEHOLDER = /^(change-?me|replace-?me|your-)/i;

/** A secret that is sent in a header. */
export const secretOf = (minLength: number) =>
  makeValidator<string>((text) => {
    if (text.length < minLength) throw new EnvError(`must be at least ${minLength} characters`);
    if (!/^[\x21-\x7e]+$/.test(text)) throw new EnvError('must have only ASCII characters, and no spaces');
    if (PLACEHOLDER.test(text)) throw new EnvError('is the placeholder of an example; choose a secret value');
    return text;
  })();

export const keyOf = (bytes: number) =>
  makeValidator<Buffer>((text) => {
    const hex = new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i').test(text);
    const key = Buffer.from(text, hex ? 'hex' : 'base64');
    if (key.length === bytes && (hex || /^[A-Za-z0-9+/_-]+={0,2}$/.test(text))) return key;
    throw new EnvError(`must be ${bytes} bytes in base64 or hex`);
  })();

/** Reads a JSON object whose members all pass `isValid`. */
const jsonOf = <T extends object>(isValid: (name: string, value: unknown) => boolean, problem: string) =>
  makeValidator<T>((text) => {
    const value = tryParseJson(text);
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.entries(value).every(([name, member]) => isValid(name, member))
    )
      return value as T;
    throw new EnvError(problem);
  })();

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const quotaLimit = jsonOf<{ readonly day?: number; readonly month?: number }>(
  (window, limit) =>
    (window === 'day' || window === 'month') && Number.isSafeInteger(limit) && Number(limit) >= -1,
  'must be JSON like {"day":1000,"month":20000}: whole numbers, -1 or absent for unlimited',
);

export const claimNames = jsonOf<{
  readonly domain_id?: string;
  readonly user_id?: string;
  readonly role?: string;
}>(
  (name, claim) =>
    ['domain_id', 'user_id', 'role'].includes(name) && typeof claim === 'string' && claim.trim() !== '',
  'must be JSON like {"domain_id":"org","user_id":"sub","role":"realm_access.roles"}: names of claims, dots for nested ones',
);

/** The addresses of proxies, or the number of proxies that a request passes. */
export const proxies = makeValidator<readonly string[] | number | false>((text) => {
  if (text === 'false') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const list = splitList(text);
  if (list.length > 0 && list.every(isNetwork)) return list;
  throw new EnvError(
    'must be addresses or networks of your proxies (10.0.0.0/8, loopback, uniquelocal), or how many there are (1 to 9)',
  );
})();

export const origins = makeValidator<readonly string[]>((text) => {
  const list = splitList(text);
  const isOrigin = (each: string) =>
    each === '*' ||
    (URL.canParse(each) && /^https?:$/.test(new URL(each).protocol) && new URL(each).origin === each);
  if (list.length > 0 && list.every(isOrigin)) return list;
  throw new EnvError('must be origins like https://console.example.com (no path, no slash at the end), or *');
})();

/** The keys that verify tokens come from this address. Whoever can change them on the way can forge any token. */
export const issuerUrl = makeValidator<string>((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return text;
  throw new EnvError('must be an https URL like https://login.example.com/realms/ops');
})();

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(
      address,
      /^\d+$/.test(bits) ? Number(bits) : -1,
      family === 4 ? 'ipv4' : 'ipv6',
    );
    return true;
  } catch {
    return false;
  }
}

export const redisUrl = makeValidator<string>((text) => {
  if (parseRedisUrl(text) !== undefined) return text;
  throw new EnvError(
    'must be redis://user:password@host:6379/0, redis://host:6379,host:6379 (a cluster) or ' +
      'redis+sentinel://host:26379,host:26379/master-name; rediss:// for TLS; reserved characters percent-encoded',
  );
})();

export const domainDays = jsonOf<Readonly<Record<string, number>>>(
  (domain, days) =>
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(domain) &&
    Number.isInteger(days) &&
    Number(days) >= 1 &&
    Number(days) <= 3650,
  'must be JSON like {"a-domain":30}: ids of domains (1 to 64 characters of A-Z a-z 0-9 . _ : -) and days from 1 to 3650',
);

/** Packages by name, or modules by path. */
export const packages = makeValidator<readonly string[]>((text) => {
  const list = splitList(text);
  if (list.every((each) => /^[@./\\:\w-]+$/.test(each))) return list;
  throw new EnvError('must be package names like @acme/tocsin-plugin-x, separated by commas');
})();

/** Some of these words, separated by commas. */
export const subsetOf = <T extends string>(allowed: readonly T[]) =>
  makeValidator<readonly T[]>((text) => {
    const list = splitList(text.toLowerCase());
    const chosen = allowed.filter((each) => list.includes(each));
    if (chosen.length > 0 && list.every((each) => chosen.includes(each as T))) return chosen;
    throw new EnvError(`must be some of ${allowed.join(', ')}, separated by commas`);
  })();

/** Names of hosts, `*.` before one for those below it, and IP addresses. In lower case, as in a `URL`. */
export const hostPatterns = makeValidator<readonly string[]>((text) => {
  const list = splitList(text.toLowerCase());
  if (list.every((each) => HOST_PATTERN.test(each) || isIP(each) !== 0)) return list;
  throw new EnvError('must be hosts like hooks.example.com or *.example.com, separated by commas');
})();
const HOST_PATTERN = /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** Addresses, and domains of addresses, with or without an `@` before them. */
export const mailRecipients = makeValidator<readonly string[]>((text) => {
  const list = splitList(text.toLowerCase()).map((each) => each.replace(/^@/, ''));
  if (list.every((each) => MAIL_PATTERN.test(each))) return list;
  throw new EnvError(
    'must be addresses or domains like on-call@example.org or example.org, separated by commas',
  );
})();
const MAIL_PATTERN = /^([\w.!#$%&'*+/=?^`{|}~-]+@)?[a-z0-9-]+(\.[a-z0-9-]+)*$/;

export const networks = makeValidator<readonly string[]>((text) => {
  const list = splitList(text);
  if (list.every((each) => isNetwork(each) && /\d/.test(each))) return list;
  throw new EnvError('must be addresses or networks like 10.1.2.3 or 10.0.0.0/8, separated by commas');
})();
