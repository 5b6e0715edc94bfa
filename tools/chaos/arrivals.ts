import { readFile } from 'node:fs/promises';

/** Of what is posted to a receiver, what is compared in the end. */
export interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly alert?: { readonly alert_id: string };
    /** Of a digest: the first of them, and how many there are. */
    readonly notifications?: readonly { readonly notification_id: string }[];
    readonly total?: number;
  };
}

/** One request that reached a receiver. */
export interface Arrival {
  /** Of the subscription. */
  readonly path: string;
  /** `webhook-id` */
  readonly id: string;
  readonly signed: boolean;
  readonly type: string;
  readonly timestamp: string;
  readonly alert_id: string | undefined;
  readonly members: readonly string[] | undefined;
  readonly total: number | undefined;
}

/** In the order in which they came. */
export async function readArrivals(path: string): Promise<Arrival[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Arrival);
}
