import { Client } from 'pg';

/** Milliseconds before a refused connection is reported. */
const REPORT_DELAY_MS = 500;

/**
 * Reports a refused connection only after a pause. BullMQ retries at once if the server answers but refuses, for example
 * because it is starting or has too many connections. Its pool would then try to connect a hundred times a second.
 */
export class PacedClient extends Client {
  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
    if (callback === undefined) return super.connect();
    const report = callback as (error: Error | null, client: Client) => void;
    super.connect((error: Error | null) => {
      if (error) setTimeout(report, REPORT_DELAY_MS, error, this);
      else report(null, this);
    });
  }
}
