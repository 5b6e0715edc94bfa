export type App = 'api' | 'worker';

export const workerRoles = ['processing', 'notification'] as const;
export type WorkerRole = (typeof workerRoles)[number];

export interface HttpConfig {
  readonly host: string;
  /** 0 lets the system choose (tests). */
  readonly port: number;
  /** Where senders reach the API from outside; without a trailing slash. */
  readonly publicUrl: string;
  /** Bytes of a request body after inflation. */
  readonly bodyLimit: number;
  readonly docsAccess: 'public' | 'key';
  /** How long a stopping API still accepts, so that load balancers notice in time. */
  readonly drainDelayMs: number;
  /** The proxies whose X-Forwarded-For is trusted, by address or by their number. */
  readonly trustProxy: readonly string[] | number | false;
  /** Whose pages may call the API from a browser; `*` for all. */
  readonly corsOrigins: readonly string[];
  readonly rateLimits: RateLimits;
}

/** Requests a minute and process; 0 is no limit. */
export interface RateLimits {
  /** To the management API, of one API key or user of the issuer. */
  readonly perKey: number;
  /** With credentials that are not valid, from one address, until they are answered late. */
  readonly failedAuthentication: number;
}

export interface DatabaseConfig {
  readonly url: string;
  /** Past any pooler in transaction mode: LISTEN, migrations and the queue need a session. */
  readonly directUrl: string;
  /** Connections per pool and process. */
  readonly pools: { readonly ingest: number; readonly management: number; readonly query: number };
  /** Without a word from the server, after which a statement has failed: longer than the server lets any run. */
  readonly silenceMs: number;
}

export interface QueueConfig {
  /** `null`: the queue lives in PostgreSQL. */
  readonly redisUrl: string | null;
  readonly directUrl: string;
}

export interface SecurityConfig {
  readonly rootApiKey: string;
  /** 32 bytes, AES-256-GCM. */
  readonly encryptionKey: Buffer;
  /** Only decrypts, while a key is being replaced. */
  readonly oldEncryptionKey: Buffer | null;
  /** Whose tokens are accepted beside API keys. */
  readonly oidc: OidcConfig | null;
}

export interface OidcConfig {
  /** Exactly as it stands in the tokens and in the issuer's own description. */
  readonly issuer: string;
  readonly audience: string;
  /** Names of claims, dotted for one inside another. */
  readonly claims: { readonly domain: string; readonly user: string; readonly role: string };
  /** As what people sign in to the console at the issuer; `null`: they do not. */
  readonly client: { readonly client_id: string; readonly client_secret: string | null } | null;
}

export interface Predecessors {
  /** Ended because their event loop stood still. */
  readonly stalls: number;
  /** Ended by any other signal. */
  readonly crashes: number;
  /** When the last of them ended. */
  readonly lostAt: Date | null;
}

/** Everything that is set from outside, or could be. Modules are handed their part, never the whole. */
export interface Config {
  readonly app: App;
  readonly http: HttpConfig;
  readonly metrics: { readonly port: number };
  readonly database: DatabaseConfig;
  /** How long a list or stat may take. */
  readonly query: { readonly timeoutMs: number };
  readonly queue: QueueConfig;
  readonly security: SecurityConfig;
  readonly ingest: {
    /** Bytes of accepted bodies that may wait in memory for their commit. */
    readonly memoryBytes: number;
    /** Bytes of what was written lately that are kept for writing it again. */
    readonly failOverBytes: number;
    /** What one webhook may post to one process; 0 is no limit. */
    readonly webhookBytesPerMinute: number;
    /** Where deliveries go while the database is away, and how much; `null`: nowhere. */
    readonly spool: {
      readonly dir: string;
      readonly maxBytes: number;
      /** Milliseconds that the database has before them, at least. */
      readonly patience: number;
    } | null;
    /** Bytes that must stay free on the disks of spool and database; `null`: as is usual; 0: none. */
    readonly diskFloor: number | null;
    /** A folder on the disk of the database; `null`: it is on another machine. */
    readonly databaseDisk: string | null;
  };
  /** What a worker does. */
  readonly roles: readonly WorkerRole[];
  readonly notifications: {
    /** Addresses and networks beyond the public ones that may be sent to. */
    readonly allow: readonly string[];
    /** Packages with further protocols. */
    readonly packages: readonly string[];
    /** `null`: there is no mail server. */
    readonly mail: { readonly url: string; readonly from: string } | null;
  };
  readonly plugins: {
    /** Packages with further plugins. */
    readonly packages: readonly string[];
    /** Addresses and networks that remote plugins may have beyond the public ones. */
    readonly remote: { readonly allow: readonly string[] };
  };
  /** Days after which what is stored is dropped. */
  readonly retention: {
    readonly eventDays: number;
    readonly deliveryDays: number;
    readonly quarantineDays: number;
    readonly notificationDays: number;
    /** Of domains whose data is all kept for a shorter time. */
    readonly domainDays: Readonly<Record<string, number>>;
    readonly auditDays: number;
  };
  /** The limit of protocols without a quota; empty is unlimited. */
  readonly defaultQuota: { readonly day?: number; readonly month?: number };
  /** Where spans go, and how many of the traces that begin here; `null`: nowhere. */
  readonly tracing: {
    readonly endpoint: string | null;
    readonly serviceName: string;
    readonly ratio: number;
  };
  /** What whoever starts this process again tells of those before it. */
  readonly predecessors: Predecessors;
  readonly log: { readonly level: LogLevel };
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
