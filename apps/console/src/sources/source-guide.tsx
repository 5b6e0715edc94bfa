import { CircleCheck, Clock } from 'lucide';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { now } from '../clock.js';
import { CopyField } from '../design/copy-field.tsx';
import { Icon } from '../design/icon.tsx';
import { formatCount, formatDuration } from '../format.js';
import { session } from '../session.js';
import type { Webhook } from './read-source.js';
import { Guide } from './guide.tsx';
import { SendSample } from './send-sample.tsx';

interface Properties {
  readonly webhook: Webhook;
  readonly plugin: Schemas['PluginInfo'];
  /** Called after a sample was posted. */
  readonly onSent: () => void;
}

/** How the sender is set up: the address, the guide with this address in it, samples, and whether something has arrived. */
export function SourceGuide({ webhook, plugin, onSent }: Properties) {
  const { received_count, last_received_at } = webhook.health;
  const isWaiting = last_received_at === null;
  return (
    <div class="guide-page">
      <div class="stack guide-side">
        <section class="card">
          <h2>Address</h2>
          <p class="help">
            The sender posts its alarms to it. It contains a key, so treat it like a password.
          </p>
          <CopyField name="address" text={webhook.webhook_url} isPrimary={isWaiting} />
          <p class={`reception ${isWaiting ? 'waiting' : 'good'}`} role="status">
            <Icon of={isWaiting ? Clock : CircleCheck} />
            {isWaiting
              ? 'Waiting for the first delivery …'
              : `${formatCount(received_count)} ${received_count === 1 ? 'delivery' : 'deliveries'} received, the last ${formatDuration(now.value - Date.parse(last_received_at))} ago`}
          </p>
        </section>
        {session.value?.role === 'VIEWER' || plugin.samples.length === 0 ? null : (
          <section class="card">
            <h2>Try it without the sender</h2>
            <SendSample
              url={webhook.webhook_url}
              pluginId={plugin.plugin_id}
              samples={plugin.samples}
              onSent={onSent}
            />
          </section>
        )}
      </div>
      <section class="card" aria-label={`Guide for ${plugin.name}`}>
        <h2>Set up {plugin.name}</h2>
        <Guide markdown={plugin.docs} url={webhook.webhook_url} />
      </section>
    </div>
  );
}
