export type App = 'api' | 'worker';

export const workerRoles = ['processing', 'notification'] as const;
export type WorkerRole = (typeof workerRoles)[number];

export interface HttpConfig {
  readonly host: string;
  /** 0 lets the system choose a port (tests). */
  readonly port: number;
  /** The address at which senders reach the API from outside, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether the operator has set `publicUrl`. The default is right only on this machine. */
  readonly isPublicUrlSet: boolean;
  /** The maximum bytes of a request body, after decompression. */
  readonly bodyLimit: number;
  readonly docsAccess: 'public' | 'key';
  /** Whether assistants can ask with the Model Context Protocol. */
  readonly mcp: boolean;
  /** Milliseconds in which a stopping API still accepts requests, so that load balancers notice in time. */
  readonly drainDelayMs: number;
  /** The proxies whose X-Forwarded-For is trusted: their addresses, or how many there are. */
  readonly trustProxy: readonly string[] | number | false;
  /** The origins whose pages may call the API from a browser; `*` for all. */
  readonly corsOrigins: readonly string[];
  readonly rateLimits: RateLimits;
}

/** Requests a minute for each process; 0 is no limit. */
export interface RateLimits {
  /** Requests to the management API by one API key or user of the OIDC issuer. */
  readonly perKey: number;
  /** Requests with invalid credentials from one address, before they are delayed. */
  readonly failedAuthentication: number;
}

export interface DatabaseConfig {
  readonly url: string;
  /** The database without a pooler in transaction mode: LISTEN, migrations and the queues need a session. */
  readonly directUrl: string;
  /** The connections of each pool in a process. */
  readonly pools: { readonly ingest: number; readonly management: number; readonly query: number };
  /** How many records of a kind a domain may have. */
  readonly recordLimits: {
    readonly webhook: number;
    readonly subscription: number;
    readonly silence: number;
    readonly inhibition: number;
    readonly escalation: number;
    readonly on_call: number;
  };
  /** Milliseconds without a response after which a statement fails. Longer than the server lets any statement run. */
  readonly silenceMs: number;
}

export interface QueueConfig {
  /** `null` keeps the queues in PostgreSQL. */
  readonly redisUrl: string | null;
  readonly directUrl: string;
}

export interface SecurityConfig {
  readonly rootApiKey: string;
  /** 32 bytes, AES-256-GCM. */
  readonly encryptionKey: Buffer;
  /** Only decrypts, while a key is being replaced. */
  readonly oldEncryptionKey: Buffer | null;
  /** The issuer whose tokens are accepted besides API keys. */
  readonly oidc: OidcConfig | null;
  /** Milliseconds without a request after which a session ends. */
  readonly sessionIdleMs: number;
}

export interface OidcConfig {
  /** Exactly as in the tokens and in the discovery document of the issuer. */
  readonly issuer: string;
  readonly audience: string;
  /** The names of claims, with dots for nested ones. */
  readonly claims: { readonly domain: string; readonly user: string; readonly role: string };
  /** The client as which users sign in to the console at the issuer; `null` if they cannot. */
  readonly client: { readonly client_id: string; readonly client_secret: string | null } | null;
}

export interface Predecessors {
  /** The number that the watchdog ended, because their event loop stood still. */
  readonly stalls: number;
  /** The number that any other signal ended. */
  readonly crashes: number;
  /** When the last of them ended. */
  readonly lostAt: Date | null;
}

/** Everything that is configured from outside, or could be. A module gets only its part. */
export interface Config {
  readonly app: App;
  readonly http: HttpConfig;
  readonly metrics: { readonly port: number };
  readonly database: DatabaseConfig;
  /** Milliseconds that a list or stat may take. */
  readonly query: { readonly timeoutMs: number };
  readonly queue: QueueConfig;
  readonly security: SecurityConfig;
  readonly ingest: {
    /** The maximum bytes of accepted bodies that wait in memory for their commit. */
    readonly memoryBytes: number;
    /** Bytes a minute that one webhook may post to one process; 0 is no limit. */
    readonly webhookBytesPerMinute: number;
    /** The directory and size of the spool for deliveries while the database is unavailable; `null` for no spool. */
    readonly spool: {
      readonly dir: string;
      readonly maxBytes: number;
      /** Minimum milliseconds that the database has to write deliveries before they go to the spool. */
      readonly timeoutMs: number;
    } | null;
    /** Bytes that must stay free on the disks of spool and database; `null`: the default; 0: none. */
    readonly diskFloor: number | null;
    /** A folder on the disk of the database; `null` if it is on another machine. */
    readonly databaseDisk: string | null;
  };
  /** The roles of a worker. */
  readonly roles: readonly WorkerRole[];
  readonly notifications: {
    /** Addresses and networks, besides public ones, that notifications may be sent to. */
    readonly allow: readonly string[];
    /** The only hosts that they may be sent to; all if empty. */
    readonly hosts: readonly string[];
    /** Packages with additional protocols. */
    readonly packages: readonly string[];
    /** `null` if there is no mail server. */
    readonly mail: {
      readonly url: string;
      readonly from: string;
      /** The addresses and domains that mails may be sent to; all if empty. */
      readonly allow: readonly string[];
      /** What a domain without a quota may send a day; unlimited if not set. */
      readonly perDay?: number;
    } | null;
  };
  readonly plugins: {
    /** Packages with additional plugins. */
    readonly packages: readonly string[];
    readonly remote: {
      /** Addresses and networks, besides public ones, that remote plugins may have. */
      readonly allow: readonly string[];
      /** The only hosts that they may have; all if empty. */
      readonly hosts: readonly string[];
    };
  };
  /** Days after which records are dropped. */
  readonly retention: {
    readonly eventDays: number;
    readonly deliveryDays: number;
    readonly quarantineDays: number;
    readonly notificationDays: number;
    /** Days for the events, alerts and deliveries of single domains, if shorter. */
    readonly domainDays: Readonly<Record<string, number>>;
    readonly auditDays: number;
  };
  /** The limits of protocols without a quota; unlimited if empty. */
  readonly defaultQuota: { readonly day?: number; readonly month?: number };
  /** The collector of spans, and the share of traces started here that are recorded; `null` turns tracing off. */
  readonly tracing: {
    readonly endpoint: string | null;
    readonly serviceName: string;
    readonly ratio: number;
  };
  /** What the supervisor that restarted this process reports of the processes before it. */
  readonly predecessors: Predecessors;
  readonly log: { readonly level: LogLevel };
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
