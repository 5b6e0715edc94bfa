import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a link can do. A token has the position in this list, so that names are only appended. */
export const LINK_ACTIONS = ['acknowledge', 'resolve', 'silence_1h', 'silence_4h', 'assign'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** What a link permits to whoever has it. */
export interface ActionGrant {
  readonly domain_id: string;
  /** uuids */
  readonly subscription_id: string;
  readonly alert_id: string;
  readonly action: LinkAction;
  /** To whom `assign` assigns the alert; `null` for the other actions. */
  readonly assignee: string | null;
  /** Whole seconds since the epoch. */
  readonly expires_at: number;
}

/** A grant that was read from a token, with the id under which its use is remembered. */
export interface OpenedGrant extends ActionGrant {
  /** Reveals nothing of the token. */
  readonly link_id: Buffer;
}

const PURPOSE = 'action links';
const TAG_BYTES = 32;
const UUID_BYTES = 16;
const EXPIRY_BYTES = 4;
const FIXED_BYTES = 1 + EXPIRY_BYTES + 2 * UUID_BYTES;
/** Stands before the assignee. No id of a domain contains it. */
const SEPARATOR = '\0';
/** An id of a domain has up to 64 characters and a mail address up to 254, so that no token is longer. */
const MAX_TOKEN_LENGTH = 520;

/**
 * Makes and reads the tokens of links. A token is a grant and its HMAC-SHA256, under a key that is derived from the encryption
 * keys, so that every process accepts the tokens of the others.
 */
export class ActionTokens {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  /** @param current signs @param old is accepted too, while the key is being replaced */
  constructor(current: Buffer, old: Buffer | null) {
    const deriveKey = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32));
    this.keys = [deriveKey(current), ...(old === null ? [] : [deriveKey(old)])];
  }

  seal({ domain_id, subscription_id, alert_id, action, assignee, expires_at }: ActionGrant): string {
    const head = Buffer.alloc(1 + EXPIRY_BYTES);
    head.writeUInt8(LINK_ACTIONS.indexOf(action));
    head.writeUInt32BE(expires_at, 1);
    const ids = [subscription_id, alert_id].map((uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex'));
    const texts = assignee === null ? [domain_id] : [domain_id, assignee];
    const content = Buffer.concat([head, ...ids, Buffer.from(texts.join(SEPARATOR))]);
    return Buffer.concat([content, sign(content, this.keys[0])]).toString('base64url');
  }

  /** Returns what the token permits, expired or not; `undefined` if it was not made here. */
  open(token: string): OpenedGrant | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    // The same bytes can be written in several ways, each of which would count as a link of its own.
    if (bytes.length <= FIXED_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined;
    const content = bytes.subarray(0, -TAG_BYTES);
    const tag = bytes.subarray(-TAG_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(sign(content, key), tag))) return undefined;
    const action = LINK_ACTIONS[content.readUInt8()];
    const [domain_id = '', assignee = null] = content.toString('utf8', FIXED_BYTES).split(SEPARATOR);
    if (action === undefined) return undefined;
    return {
      link_id: hash('sha256', content, 'buffer'),
      action,
      expires_at: content.readUInt32BE(1),
      subscription_id: readUuid(content, 1 + EXPIRY_BYTES),
      alert_id: readUuid(content, 1 + EXPIRY_BYTES + UUID_BYTES),
      domain_id,
      assignee,
    };
  }
}

function sign(content: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
