import { readFile } from 'node:fs/promises';

/** The parts of a posted body that are compared at the end. */
export interface NotificationBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly alert?: { readonly alert_id: string };
    /** In a digest: the first notifications, and the number of all. */
    readonly notifications?: readonly { readonly notification_id: string }[];
    readonly total?: number;
  };
}

/** One request that reached a receiver. */
export interface Arrival {
  /** The path of the subscription. */
  readonly path: string;
  /** The header `webhook-id`. */
  readonly id: string;
  readonly signed: boolean;
  readonly type: string;
  readonly timestamp: string;
  readonly alert_id: string | undefined;
  readonly members: readonly string[] | undefined;
  readonly total: number | undefined;
  /** The receiver answered that it is to be sent later: it was not told. */
  readonly isPutOff: boolean;
}

/** Returns the requests in the order of their arrival. */
export async function readArrivals(path: string): Promise<Arrival[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Arrival);
}
