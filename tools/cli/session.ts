import { Tocsin } from '#client';
import { UsageError } from './explain.js';
import { profilePath, readProfile } from './profile.js';

export interface GlobalOptions {
  readonly url?: string;
  readonly domain?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

export interface Session {
  readonly url: string;
  readonly key: string | undefined;
  readonly tocsin: Tocsin;
  /** Fields to spread into a request. Without a domain the object is empty, and the key determines the domain. */
  readonly domain: { readonly domain_id?: string };
  readonly json: boolean;
}

/** Determines the address, key and domain from the options, then the environment, then the profile. */
export function openSession(command: { optsWithGlobals(): unknown }): Session {
  const options = command.optsWithGlobals() as GlobalOptions;
  const env = process.env;
  const profile = readProfile(
    options.profile ?? profilePath(env),
    options.profile !== undefined || Boolean(env['TOCSIN_PROFILE']),
  );
  const url = options.url ?? (env['TOCSIN_URL'] || profile.url || 'http://localhost:3000');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`"${url}" is not a valid address: it must begin with http:// or https://`);
  const key = env['TOCSIN_KEY'] || profile.key;
  const domain = options.domain ?? (env['TOCSIN_DOMAIN'] || profile.domain);
  return {
    url: url.replace(/\/+$/, ''),
    key,
    tocsin: new Tocsin({ url, key, retries: { attempts: 2 } }),
    domain: domain === undefined ? {} : { domain_id: domain },
    json: options.json ?? false,
  };
}

/**
 * Returns the domain for requests that must name theirs: the one that is set, or that of the key. The root key has none; the
 * service then says that it must name one.
 */
export async function resolveDomain({ domain, tocsin }: Session): Promise<{ readonly domain_id: string }> {
  return { domain_id: domain.domain_id ?? (await tocsin.call('getCaller')).domain_id ?? '' };
}
