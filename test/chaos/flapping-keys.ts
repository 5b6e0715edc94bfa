import { setTimeout as sleep } from 'node:timers/promises';
import { Mailboxes } from './mailboxes.js';
import type { ExpectedSubscription } from './notification-scenario.js';
import { query } from './query.js';
import type { Receiver } from './receiver.js';
import type { Testbed } from './testbed.js';
import { requestWithRetry, subscribeReceiver } from './testbed-requests.js';

const DOMAIN = 'flapping';
const KEYS = 4;
/** A key flaps from its third opening within a minute on, and is calm a minute after the last. */
const FLAP = { count: 3, window: 60 };
/** Milliseconds between two alarms of a key while it flaps, and the longest rest afterwards. */
const TURN_MS = 400;
const MAX_REST_MS = 90_000;
const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING'] as const;
const SEVERE = ['CRITICAL', 'ERROR'];

/**
 * Keys whose alerts open, become worse or better, and end in quick turns, in a domain of their own: with subscriptions for all
 * alerts and for severe ones, and mail to two mailboxes, one of which is full now and then.
 */
export class FlappingKeys {
  private readonly stopping = new AbortController();
  private readonly loops: readonly Promise<void>[];

  private constructor(
    private readonly testbed: Testbed,
    readonly subscriptions: readonly Omit<ExpectedSubscription, 'receiver'>[],
    private readonly path: string,
    private readonly random: () => number,
  ) {
    this.loops = Array.from({ length: KEYS }, (_, n) => this.flap(`key ${n}`));
  }

  static async start(testbed: Testbed, random: () => number): Promise<FlappingKeys> {
    const { webhook_id, webhook_url } = await requestWithRetry<{ webhook_id: string; webhook_url: string }>(
      testbed,
      'POST',
      'monitoring/v1/webhooks',
      {
        ...{ domain_id: DOMAIN, project_id: DOMAIN, name: 'flapping', plugin_info: { plugin_id: 'direct' } },
        settings: { flap: FLAP },
      },
    );
    const [first, second] = testbed.receivers as [Receiver, Receiver];
    const expect = (subscription_id: string, name: string, severities?: readonly string[]) => {
      return { subscription_id, path: `/${name}`, kinds: undefined, webhooks: [webhook_id], severities };
    };
    const everything = await subscribeReceiver(testbed, first, { domain_id: DOMAIN, name: 'flapping' });
    const severe = await subscribeReceiver(testbed, second, {
      ...{ domain_id: DOMAIN, name: 'severe' },
      filter: [{ k: 'severity', v: SEVERE, o: 'in' }],
    });
    const mail = await requestWithRetry<{ subscription_id: string }>(
      testbed,
      'POST',
      'notification/v1/subscriptions',
      {
        ...{ domain_id: DOMAIN, name: 'mail', protocol_id: 'email' },
        options: { to: [Mailboxes.FREE, Mailboxes.NARROW] },
      },
    );
    const subscriptions = [
      expect(everything, 'flapping'),
      expect(severe, 'severe', SEVERE),
      expect(mail.subscription_id, 'mail'),
    ];
    return new FlappingKeys(testbed, subscriptions, new URL(webhook_url).pathname, random);
  }

  /** The number of mails that the mailboxes accepted. */
  get mailCount(): number {
    return this.testbed.mailboxes?.acceptedCount ?? 0;
  }

  /** Returns how often a key began to flap. */
  async countFlapping(): Promise<number> {
    const rows = await query(
      this.testbed.databaseUrl,
      `select from alert_change where domain_id = '${DOMAIN}' and kind = 'flapping'`,
    );
    return rows.length;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  private async flap(event_key: string): Promise<void> {
    const { signal } = this.stopping;
    const rest = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted) {
      const turns = 2 + Math.floor(this.random() * 12);
      for (let turn = 0; turn < turns && !signal.aborted; turn += 1) {
        const severity = SEVERITIES[Math.floor(this.random() * SEVERITIES.length)];
        const event_type = this.random() < 0.5 ? 'RECOVERY' : 'ALERT';
        await requestWithRetry(this.testbed, 'POST', this.path.slice(1), {
          ...{ event_key, event_type, severity, title: event_key },
          occurred_at: new Date().toISOString(),
        });
        await rest(TURN_MS);
      }
      await rest(this.random() * MAX_REST_MS);
    }
  }
}
