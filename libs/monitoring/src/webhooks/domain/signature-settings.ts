import { isObject } from '#shared/kernel/json.js';
import type { FieldError } from '#shared/kernel/domain-error.js';

/** How senders sign what they post. All but SNS share a secret with the webhook. */
export const SIGNATURE_SCHEMES = [
  'NONE',
  'STANDARD_WEBHOOKS',
  'GITHUB',
  'GRAFANA',
  'SENTRY',
  'PAGERDUTY',
  'SNS',
] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** The signature that a webhook requires of deliveries. The secrets are stored separately. */
export interface SignatureSettings {
  readonly scheme: SignatureScheme;
  /** Whether unsigned deliveries are rejected. A delivery with a wrong signature always is. */
  readonly required: boolean;
  /** Seconds that a signed time may differ from the local clock. */
  readonly tolerance: number;
  /** The header of the signature, in lower case; `null`: the default of the scheme. Only for GITHUB and GRAFANA. */
  readonly header: string | null;
  /** The header of the signed time, if the sender is configured to send one. Only for GRAFANA. */
  readonly timestamp_header: string | null;
}

/** Shown instead of a secret. In a request it keeps the stored secret. */
const MASK = '***';
/** The current secret and, during a rotation, the other one. */
const MAX_SECRETS = 2;
const HEADER_PATTERN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

export const NO_SIGNATURE: SignatureSettings = {
  scheme: 'NONE',
  required: true,
  tolerance: 300,
  header: null,
  timestamp_header: null,
};

export interface SigningSettings {
  readonly signature: SignatureSettings;
  readonly secrets: readonly string[];
}

export type MaskedSignature = SignatureSettings & { readonly secrets: readonly string[] };

export function maskSignature(signature: SignatureSettings, secrets: readonly string[]): MaskedSignature {
  return { ...signature, secrets: secrets.map(() => MASK) };
}

type Check = (value: unknown, scheme: SignatureScheme) => string | undefined;

const createHeaderCheck =
  (...schemes: readonly SignatureScheme[]): Check =>
  (value, scheme) => {
    if (value === null) return undefined;
    if (!schemes.includes(scheme)) return `is for ${schemes.join(' and ')} only`;
    return typeof value === 'string' && HEADER_PATTERN.test(value)
      ? undefined
      : 'must be the name of a header';
  };

const CHECKS: Readonly<Record<keyof SignatureSettings, Check>> = {
  scheme: () => undefined,
  required: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  tolerance: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 86_400
      ? undefined
      : 'must be a whole number of seconds from 1 to 86400',
  header: createHeaderCheck('GITHUB', 'GRAFANA'),
  timestamp_header: createHeaderCheck('GRAFANA'),
};

/**
 * Reads the signature settings of a request, which replace the stored ones. `***` keeps the stored secret at the same index.
 * @returns the settings, or errors by field below `settings.signature`
 */
export function parseSigning(
  stored: readonly string[],
  input: unknown,
): { readonly signing: SigningSettings } | { readonly errors: readonly FieldError[] } {
  const createErrors = (field: string, reason: string) => ({
    errors: [{ field: `settings.signature${field}`, reason }],
  });
  if (!isObject(input)) return createErrors('', 'must be an object with `scheme` and `secrets`');
  const { secrets: asked = [], ...fields } = input as Readonly<Record<string, unknown>>;
  const scheme = SIGNATURE_SCHEMES.find((each) => each === fields['scheme']);
  if (scheme === undefined) return createErrors('.scheme', `must be one of ${SIGNATURE_SCHEMES.join(', ')}`);
  const settings = Object.entries(fields).filter(([, value]) => value !== undefined);
  for (const [name, value] of settings) {
    const reason = isSetting(name)
      ? CHECKS[name](value, scheme)
      : `is unknown; allowed are ${[...Object.keys(CHECKS), 'secrets'].join(', ')}`;
    if (reason !== undefined) return createErrors(`.${name}`, reason);
  }
  const secrets = Array.isArray(asked)
    ? asked.map((secret: unknown, at) => (secret === MASK ? stored[at] : secret))
    : asked;
  const reason = findSecretsProblem(scheme, secrets);
  if (reason !== undefined) return createErrors('.secrets', reason);
  const signature: SignatureSettings = { ...NO_SIGNATURE, ...Object.fromEntries(settings) };
  return {
    signing: {
      signature: {
        ...signature,
        header: signature.header?.toLowerCase() ?? null,
        timestamp_header: signature.timestamp_header?.toLowerCase() ?? null,
      },
      secrets: secrets as readonly string[],
    },
  };
}

function isSetting(name: string): name is keyof SignatureSettings {
  return Object.hasOwn(CHECKS, name);
}

function findSecretsProblem(scheme: SignatureScheme, secrets: unknown): string | undefined {
  if (!Array.isArray(secrets)) return 'must be a list of texts';
  if (scheme === 'NONE' || scheme === 'SNS')
    return secrets.length === 0 ? undefined : `must be empty with the scheme ${scheme}`;
  if (secrets.length < 1 || secrets.length > MAX_SECRETS)
    return `must be one secret, or two while one replaces the other`;
  if (secrets.includes(undefined)) return `has ${MASK} where no secret is stored: give the secret itself`;
  if (scheme === 'STANDARD_WEBHOOKS')
    return secrets.every((secret) => typeof secret === 'string' && decodeStandardKey(secret) !== undefined)
      ? undefined
      : 'must be whsec_ and the base64 of 16 to 512 bytes each';
  return secrets.every((secret) => typeof secret === 'string' && secret.length >= 8 && secret.length <= 512)
    ? undefined
    : 'must be texts of 8 to 512 characters';
}

/** Decodes the key in a secret of Standard Webhooks. */
export function decodeStandardKey(secret: string): Buffer | undefined {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return key.length >= 16 && key.length <= 512 ? key : undefined;
}
