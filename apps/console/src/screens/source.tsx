import { Marked } from 'marked';
import { useMemo } from 'preact/hooks';
import { client } from '../client.js';
import { formatCount, formatDuration } from '../format.js';
import { Field } from '../parts/field.tsx';
import { Heading } from '../parts/heading.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Age } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { ActionButton } from '../sending/action-button.tsx';
import { session } from '../session.js';
import { Quarantine } from '../sources/quarantine.tsx';
import { SendSample } from '../sources/send-sample.tsx';

/** Milliseconds. */
const REFRESH_MS = 5_000;

/** The screen of a webhook: its health, the guide for its sender, and its quarantine. */
export function SourceScreen({ id }: { readonly id: string }) {
  const path = { webhook_id: id };
  const loaded = useLoaded(
    id,
    async (signal) => {
      const webhook = await client.call('getWebhook', { path }, { signal });
      const { plugin_id } = (webhook as typeof webhook & { plugin_info: { plugin_id: string } }).plugin_info;
      return { webhook, plugin: await client.call('getPlugin', { path: { plugin_id } }, { signal }) };
    },
    REFRESH_MS,
  );
  const found = loaded.value.value;
  if (found === undefined)
    return (
      <>
        {loaded.failure.value === undefined ? null : <Heading text="Source" />}
        <LoadState loaded={loaded} />
      </>
    );
  const { plugin } = found;
  const webhook = found.webhook as Required<typeof found.webhook>;
  const health = webhook.health as Required<typeof webhook.health>;
  const isEnabled = webhook.state === 'ENABLED';
  const canChange = session.value?.role !== 'VIEWER';
  const toggle = async () => {
    await client.call(isEnabled ? 'disableWebhook' : 'enableWebhook', { path, body: {} });
    loaded.reload();
  };
  return (
    <>
      <Heading text={webhook.name} />
      <LoadState loaded={loaded} />
      <p class="bar">
        <strong>{webhook.state.toLowerCase()}</strong>
        <ActionButton label={isEnabled ? 'Disable' : 'Enable'} name={webhook.name} act={toggle} />
        <ManagedBy name={webhook.managed_by} />
      </p>
      <dl>
        <Field name="Address">
          <code>{webhook.webhook_url}</code>
        </Field>
        <Field name="System">
          {plugin.name} ({plugin.plugin_id} {webhook.plugin_info.version})
        </Field>
        <Field name="Last delivery">
          {health.last_received_at === null ? (
            'never'
          ) : (
            <>
              <Age at={health.last_received_at} /> ago
            </>
          )}
        </Field>
        <Field name="Deliveries">
          {formatCount(health.received_count)}, of which {formatCount(health.failed_count)} could not be
          parsed
        </Field>
        <Field name="Refused">
          {health.refused.length === 0 ? (
            'none'
          ) : (
            <ul>
              {health.refused.map(({ status, count, last_at, last_reason }) => (
                <li key={status}>
                  {formatCount(count)} with status {status}, the last <Age at={last_at} /> ago:{' '}
                  <bdi>{last_reason}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Field>
        <Field name="Waiting">
          {formatCount(health.backlog)}
          {health.backlog > 0 ? `, the oldest for ${formatDuration(health.lag_ms)}` : ''}
        </Field>
        {health.last_error === null ? null : (
          <Field name="Last error">
            <bdi>{health.last_error}</bdi>
          </Field>
        )}
      </dl>
      {canChange ? (
        <section>
          <h2>Send a sample</h2>
          <SendSample url={webhook.webhook_url} pluginId={plugin.plugin_id} samples={plugin.samples} />
        </section>
      ) : null}
      <Quarantine webhookId={id} versions={plugin.versions} failedCount={health.failed_count} />
      <section>
        <h2>How to set up the sender</h2>
        <Guide markdown={plugin.docs} url={webhook.webhook_url} />
      </section>
    </>
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Guides contain no HTML. What looks like it, such as `<your host>`, is escaped. */
const marked = new Marked({
  async: false,
  // One level deeper, because the page has a heading above the guide.
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth += 1;
  },
  renderer: { html: ({ text }) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign) },
});

/** The guide for a sender, with the address of the webhook filled in. */
function Guide({ markdown, url }: { readonly markdown: string; readonly url: string }) {
  const html = useMemo(() => {
    const { host, pathname } = new URL(url, location.href);
    const withAddress = markdown
      .replaceAll('<webhook_url>', url)
      .replaceAll('<host of the webhook_url>', host)
      .replaceAll('<path>', pathname);
    // Without its title, because the page has its own heading.
    return marked.parse(withAddress.replace(/^# .*\n/, '')) as string;
  }, [markdown, url]);
  return <div class="guide" dangerouslySetInnerHTML={{ __html: html }} />;
}
