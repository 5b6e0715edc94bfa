import type { AlertInfo } from '#monitoring/contracts/alert-actions.js';

/** The app to whose request URL a press was posted. */
export interface PressedApp {
  readonly slack_app_id: string;
  readonly domain_id: string;
  readonly signing_secret: string;
  readonly bot_token: string | null;
  readonly api_url: string | null;
  readonly requires_known_user: boolean;
  /** The time of the database. */
  readonly now: Date;
}

/** The subscription whose message has the button. */
export interface PressedSubscription {
  readonly name: string;
  readonly timezone: string;
  /** Whether it is enabled and its messages have buttons. */
  readonly hasButtons: boolean;
  readonly kinds: readonly string[];
  /** `null`: its messages are about alerts of all projects. */
  readonly project_id: string | null;
}

/** What is known of a button. */
export abstract class PressedRecords {
  /** @throws ERROR_UNAVAILABLE if its secrets cannot be decrypted */
  abstract findApp(app_key: string): Promise<PressedApp | undefined>;

  /** @returns `undefined` if the app is not that of the subscription, or there is no such subscription */
  abstract findSubscription(
    app: PressedApp,
    subscription_id: string,
  ): Promise<PressedSubscription | undefined>;

  /** Returns the silence of exactly this alert that ends last; `undefined` if none is active. */
  abstract findSilence(
    domain_id: string,
    alert: AlertInfo,
  ): Promise<{ readonly created_by: string; readonly ends_at: Date } | undefined>;
}
