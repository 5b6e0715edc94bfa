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
export function parseRedisUrl(url: string): RedisAddress | undefined {
  try {
    return parseUrlParts(url);
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

function parseUrlParts(url: string): RedisAddress | undefined {
  const [, scheme, mode, credentials = '', hosts = '', path = '', parameters = ''] =
    URL_PARTS.exec(url) ?? [];
  const names = hosts.split(',');
  const kind =
    names.length > 1 && mode === undefined ? 'cluster' : ((mode ?? 'single') as RedisAddress['kind']);
  const nodes = names.flatMap((name) => parseNode(name, kind === 'sentinel' ? 26_379 : 6_379) ?? []);
  if (scheme === undefined || nodes.length !== names.length) return undefined;

  const segments = path === '' ? [] : path.split('/').map(decodeURIComponent);
  const master = kind === 'sentinel' ? segments.shift() : undefined;
  const [db = '0', ...extraSegments] = segments;
  if ((kind === 'sentinel' && !master) || !/^\d{1,4}$/.test(db) || extraSegments.length > 0) return undefined;
  // A cluster has only database 0.
  if (kind === 'cluster' && db !== '0') return undefined;

  const query = new URLSearchParams(parameters);
  const allowed = kind === 'sentinel' ? ['sentinel_password'] : [];
  if ([...query.keys()].some((name) => !allowed.includes(name))) return undefined;

  const colon = credentials.indexOf(':');
  const decodePart = (text: string) => (text === '' ? undefined : decodeURIComponent(text));
  return {
    kind,
    nodes,
    master,
    username: decodePart(colon < 0 ? credentials : credentials.slice(0, colon)),
    password: decodePart(colon < 0 ? '' : credentials.slice(colon + 1)),
    sentinelPassword: query.get('sentinel_password') ?? undefined,
    db: Number(db),
    tls: scheme === 'rediss',
  };
}

function parseNode(text: string, defaultPort: number): RedisNode | undefined {
  const [, host, port] = NODE.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}
