export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** The address of the queues, as parsed from REDIS_URL. */
export interface RedisAddress {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  /** The sentinels, or some members of a cluster. */
  readonly nodes: readonly RedisNode[];
  /** The name under which Sentinel knows the master. */
  readonly master: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelPassword: string | undefined;
  readonly db: number;
  readonly tls: boolean;
}

const URL_PARTS =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const NODE = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;

/**
 * Parses `redis://user:password@host:6379/0`; several hosts separated by commas, or `redis+cluster://host`, for a cluster;
 * `redis+sentinel://:password@host:26379,host:26379/master-name/0?sentinel_password=…`. `rediss` uses TLS. Returns
 * `undefined` for anything else.
 */
export function readRedisUrl(url: string): RedisAddress | undefined {
  try {
    return read(url);
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

function read(url: string): RedisAddress | undefined {
  const [, scheme, form, account = '', hosts = '', path = '', parameters = ''] = URL_PARTS.exec(url) ?? [];
  const names = hosts.split(',');
  const kind =
    names.length > 1 && form === undefined ? 'cluster' : ((form ?? 'single') as RedisAddress['kind']);
  const nodes = names.flatMap((name) => readNode(name, kind === 'sentinel' ? 26_379 : 6_379) ?? []);
  if (scheme === undefined || nodes.length !== names.length) return undefined;

  const segments = path === '' ? [] : path.split('/').map(decodeURIComponent);
  const master = kind === 'sentinel' ? segments.shift() : undefined;
  const [db = '0', ...beyond] = segments;
  if ((kind === 'sentinel' && !master) || !/^\d{1,4}$/.test(db) || beyond.length > 0) return undefined;
  // A cluster has only database 0.
  if (kind === 'cluster' && db !== '0') return undefined;

  const given = new URLSearchParams(parameters);
  const allowed = kind === 'sentinel' ? ['sentinel_password'] : [];
  if ([...given.keys()].some((name) => !allowed.includes(name))) return undefined;

  const colon = account.indexOf(':');
  const decoded = (text: string) => (text === '' ? undefined : decodeURIComponent(text));
  return {
    kind,
    nodes,
    master,
    username: decoded(colon < 0 ? account : account.slice(0, colon)),
    password: decoded(colon < 0 ? '' : account.slice(colon + 1)),
    sentinelPassword: given.get('sentinel_password') ?? undefined,
    db: Number(db),
    tls: scheme === 'rediss',
  };
}

function readNode(text: string, defaultPort: number): RedisNode | undefined {
  const [, host, port] = NODE.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}
