import { SignedRemoteClient } from '../src/processing/infrastructure/remote-plugin/signed-remote-client.js';
import { createAsyncPlugins } from '#senders/async-plugins.js';
import { createPipeline } from './pipeline.js';
import { startRemote, type RemoteAnswer } from './remote-service.js';

/**
 * A pipeline with the plugin `http` and a remote plugin. Deliveries are numbers; the remote plugin makes an event of each.
 * @param failureOf called for each delivery; returns what the remote plugin answers instead
 */
export async function createRemotePipeline(failureOf: (n: number) => RemoteAnswer | undefined) {
  const signed = new SignedRemoteClient({ allow: ['127.0.0.0/8'] });
  const nothing = () => Promise.reject(new Error('no expressions here'));
  const pipeline = await createPipeline(createAsyncPlugins({ evaluate: nothing, check: nothing }, signed));
  const remote = await startRemote(({ body }) => {
    const { delivery } = JSON.parse(body) as { delivery: { body: { n: number } } };
    const { n } = delivery.body;
    const event = { event_key: `n${n}`, title: 'from afar' };
    return failureOf(n) ?? { text: JSON.stringify({ outcomes: [{ outcome: 'EVENT', event }] }) };
  });
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  return {
    pipeline,
    /** Options for a webhook with its own URL, and so with its own circuit breaker. */
    optionsFor: (name: string) => ({ url: `${remote.url}/${name}`, secret }),
    async close(): Promise<void> {
      signed.onApplicationShutdown();
      await remote.close();
      await pipeline.close();
    },
  };
}

export type RemotePipeline = Awaited<ReturnType<typeof createRemotePipeline>>;
