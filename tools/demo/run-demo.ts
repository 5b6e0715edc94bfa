import { Tocsin } from '#client';
import { SOURCES, type SourceName } from './cast.js';
import { createHistory } from './history.js';
import { DemoLife, report } from './life.js';
import { startReceiver } from './receiver.js';
import {
  createKeys,
  detectFlapping,
  ensureHeartbeats,
  ensureReceivers,
  ensureWebhooks,
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
    const { addresses, areNew } = await ensureWebhooks(tocsin, url);
    // Before anybody is told: what is long past is no news.
    if (areNew) await writeHistory(addresses, signal, print);
    await detectFlapping(tocsin);
    await ensureHeartbeats(tocsin);
    await ensureReceivers(tocsin, receiver.url);
    const life = new DemoLife(addresses, url, await createKeys(tocsin), print);
    await life.begin();
    return { end: life.goOn(signal).finally(() => receiver.close()) };
  } catch (error) {
    await receiver.close();
    throw error;
  }
}

async function writeHistory(addresses: Addresses, signal: AbortSignal, print: (line: string) => void) {
  print('Writing two weeks of history into the domain demo.');
  const bySource = Map.groupBy(createHistory(new Date()), ({ problem }) => problem.source);
  await Promise.all(
    (Object.keys(SOURCES) as SourceName[]).map(async (source) => {
      signal.throwIfAborted();
      await report(addresses, source, bySource.get(source) ?? []);
    }),
  );
}
