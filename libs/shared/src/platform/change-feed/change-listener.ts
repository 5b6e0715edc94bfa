import pg from 'pg';
import { ASKS_WHETHER_THERE } from '../persistence/vanished-server.js';

const RECONNECT_MS = 1000;

/**
 * Listens for NOTIFY, so that changes are read at once. It only saves time: the next poll of the counter finds what is missed
 * here.
 */
export class ChangeListener {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly url: string) {}

  /** Calls `hurry` on every change, and after each reconnect, because changes may have been missed in between. */
  start(hurry: () => void): void {
    void this.connect(hurry);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    void this.client?.end().catch(() => undefined);
  }

  private async connect(hurry: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tocsin change listener',
      connectionTimeoutMillis: 5000,
      ...ASKS_WHETHER_THERE,
    });
    this.client = client;
    client.on('error', () => undefined);
    client.once('end', () => this.reconnect(hurry));
    client.on('notification', hurry);
    try {
      await client.connect();
      await client.query({ text: 'listen tocsin_change', query_timeout: 5000 });
      hurry();
    } catch {
      void client.end().catch(() => undefined);
    }
  }

  private reconnect(hurry: () => void): void {
    if (!this.stopped) this.timer = setTimeout(() => void this.connect(hurry), RECONNECT_MS);
  }
}
