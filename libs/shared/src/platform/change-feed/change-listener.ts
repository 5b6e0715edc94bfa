import pg from 'pg';
import { KEEP_ALIVE_OPTIONS } from '../persistence/session-settings.js';

const RECONNECT_MS = 1000;

/**
 * Listens for NOTIFY, so that changes are read at once. It only saves time: the next poll of the counter finds what is missed
 * here.
 */
export class ChangeListener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly url: string) {}

  /** Calls `onNotify` on every change, and after each reconnect, because changes may have been missed in between. */
  start(onNotify: () => void): void {
    void this.connect(onNotify);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    void this.client?.end().catch(() => undefined);
  }

  private async connect(onNotify: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tocsin change listener',
      connectionTimeoutMillis: 5000,
      ...KEEP_ALIVE_OPTIONS,
    });
    this.client = client;
    client.on('error', () => undefined);
    client.once('end', () => this.reconnect(onNotify));
    client.on('notification', onNotify);
    try {
      await client.connect();
      await client.query({ text: 'listen tocsin_change', query_timeout: 5000 });
      onNotify();
    } catch {
      void client.end().catch(() => undefined);
    }
  }

  private reconnect(onNotify: () => void): void {
    if (!this.isStopped) this.timer = setTimeout(() => void this.connect(onNotify), RECONNECT_MS);
  }
}
