import { hash, randomInt } from 'node:crypto';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import { changeRecord } from '#shared/kernel/record-changes.js';

const KEY_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_LENGTH = 32;
/** A text that can be the key of an app. */
export const APP_KEY_PATTERN = new RegExp(`^[0-9A-Za-z]{${KEY_LENGTH}}$`);

/** Slack makes secrets of 32 digits. A short one could be guessed. */
export const SIGNING_SECRET_PATTERN = /^[\x21-\x7e]{16,512}$/;
export const BOT_TOKEN_PATTERN = /^[\x21-\x7e]{1,512}$/;

export interface SlackAppChanges {
  readonly name?: string | undefined;
  readonly signing_secret?: string | undefined;
  /** `null`: none, so that people are known by their id in Slack only. */
  readonly bot_token?: string | null | undefined;
  /** `null`: that of slack.com. */
  readonly api_url?: string | null | undefined;
  readonly requires_known_user?: boolean | undefined;
}

export interface NewSlackApp extends SlackAppChanges {
  readonly domain_id: string;
  readonly name: string;
  readonly signing_secret: string;
}

/** Returns a new key for the request URL of an app. */
export function generateAppKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_DIGITS[randomInt(KEY_DIGITS.length)]).join('');
}

/** Returns what is stored of the key of an app: whoever reads the database learns no request URL. */
export function hashAppKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** An app of a workspace of Slack, whose messages have buttons that act on alerts. */
export class SlackApp {
  slack_app_id!: string;
  domain_id!: string;
  name!: string;
  app_key_digest!: Buffer;
  /** Decrypted here, encrypted in the database. */
  signing_secret!: string;
  /** Decrypted here, encrypted in the database. */
  bot_token!: string | null;
  api_url!: string | null;
  requires_known_user!: boolean;
  created_at!: Date;
  updated_at!: Date;

  /** @throws ERROR_INVALID_PARAMETER naming the field */
  static create(given: NewSlackApp, app_key: string, now: Date): SlackApp {
    const app = Object.assign(new SlackApp(), {
      slack_app_id: newId('slack_app'),
      domain_id: given.domain_id,
      app_key_digest: hashAppKey(app_key),
      name: given.name,
      signing_secret: given.signing_secret,
      bot_token: given.bot_token ?? null,
      api_url: given.api_url ?? null,
      requires_known_user: given.requires_known_user ?? false,
      created_at: now,
      updated_at: now,
    });
    app.validate();
    return app;
  }

  /** Replaces the given fields. Returns whether anything changed. @throws ERROR_INVALID_PARAMETER naming the field */
  update(changes: SlackAppChanges, now: Date): boolean {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (!changeRecord<SlackApp>(this, now, given)) return false;
    this.validate();
    return true;
  }

  private validate(): void {
    if (!SIGNING_SECRET_PATTERN.test(this.signing_secret))
      throw DomainError.invalid(
        'signing_secret',
        'must be the Signing Secret under Basic Information of the app: 16 to 512 characters without spaces',
      );
    if (this.bot_token !== null && !BOT_TOKEN_PATTERN.test(this.bot_token))
      throw DomainError.invalid(
        'bot_token',
        'must be the Bot User OAuth Token of the app, like xoxb-…, of at most 512 characters without spaces',
      );
    if (this.requires_known_user && this.bot_token === null)
      throw DomainError.invalid(
        'requires_known_user',
        'needs a bot_token with the scopes users:read and users:read.email, by which people are recognized',
      );
  }
}
