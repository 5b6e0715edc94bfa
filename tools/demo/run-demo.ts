import { Tocsin } from '#client';
import type { SourceName } from './cast.js';
import { createHistory } from './history.js';
import { DemoLife, report } from './life.js';
import { startReceiver } from './receiver.js';
import {
  createKeys,
  detectFlapping,
  ensureHeartbeats,
  ensureReceivers,
  ensureWebhooks,
  markHistory,
  requireOwnDomain,
  type Addresses,
} from './records.js';

export interface Demo {
  /** Resolves when it has ended, after its signal was aborted. */
  readonly end: Promise<void>;
}

/**
 * Fills the domain `demo` with a living example, and goes on until `signal` is aborted. Uses what an earlier start has created.
 * @param key the root key
 * @throws if the domain has records of others, or something is refused
 */
export async function startDemo(
  { url, key }: { readonly url: string; readonly key: string | undefined },
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
      const write = createWriter(addresses, signal);
      await Promise.all(
        unwritten.map(async (source) => {
          await write(source);
          await markHistory(tocsin, source);
        }),
      );
    }
    await detectFlapping(tocsin);
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

/** Returns what writes the history of a source. Written a second time after it was cut, it is another history of the same problems. */
function createWriter(addresses: Addresses, signal: AbortSignal) {
  const bySource = Map.groupBy(createHistory(new Date()), ({ problem }) => problem.source);
  return (source: SourceName) => report(addresses, source, bySource.get(source) ?? [], signal);
}
