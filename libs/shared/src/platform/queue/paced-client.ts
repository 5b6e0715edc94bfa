import { Client } from 'pg';

/** Milliseconds. */
const PAUSE = 500;

/**
 * Reports a refused connection only after a pause. BullMQ asks again at once where a server answers and refuses, as one does
 * that starts or has too many connections, and its pool would try to connect a hundred times a second.
 */
export class PacedClient extends Client {
  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
    if (callback === undefined) return super.connect();
    const tell = callback as (error: Error | null, client: Client) => void;
    super.connect((error: Error | null) => {
      if (error) setTimeout(tell, PAUSE, error, this);
      else tell(null, this);
    });
  }
}
