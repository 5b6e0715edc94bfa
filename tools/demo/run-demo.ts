import { Tocsin } from '#client';
import { createHistory } from './history.js';
import { DemoLife } from './life.js';
import { startReceiver } from './receiver.js';
import {
  createKeys,
  ensureHeartbeats,
  ensureReceivers,
  ensureWebhooks,
  markHistory,
  requireOwnDomain,
} from './records.js';
import { writeHistory } from './write-history.js';

export interface Demo {
  /** Resolves when it has ended, after its signal was aborted. */
  readonly end: Promise<void>;
}

/**
 * Fills the domain `demo` with a living example, and goes on until `signal` is aborted. Uses what an earlier start has created.
 * @param key the root key
 * @param databaseUrl must lead past any pooler
 * @throws if the domain has records of others, or something is refused
 */
export async function startDemo(
  {
    url,
    key,
    databaseUrl,
  }: { readonly url: string; readonly key: string | undefined; readonly databaseUrl: string },
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<Demo> {
  const tocsin = new Tocsin({ url, key });
  await requireOwnDomain(tocsin);
  const receiver = await startReceiver(print);
  try {
    const { addresses, unwritten } = await ensureWebhooks(tocsin, url);
    // Before anybody is told: what is long past is no news.
    if (unwritten.length > 0) {
      print('Writing two weeks of history into the domain demo.');
      const bySource = Map.groupBy(createHistory(new Date()), ({ problem }) => problem.source);
      await Promise.all(
        unwritten.map(async ({ source, webhook_id }) => {
          await writeHistory(databaseUrl, webhook_id, bySource.get(source) ?? [], signal);
          await markHistory(tocsin, source);
        }),
      );
    }
    signal.throwIfAborted();
    await ensureHeartbeats(tocsin);
    await ensureReceivers(tocsin, receiver.url);
    signal.throwIfAborted();
    const life = new DemoLife(addresses, url, await createKeys(tocsin), { signal, print });
    await life.begin();
    return { end: life.goOn().finally(() => receiver.close()) };
  } catch (error) {
    await receiver.close();
    throw error;
  }
}
