import { Command } from '@commander-js/extra-typings';
import { TocsinError, type Schemas } from '#client';
import { UsageError } from './explain.js';
import { formatLine, print, printJson, printTable } from './print.js';
import { openSession } from './session.js';

type Sample = Schemas['PluginSample'];

export function sendCommand(): Command {
  return new Command('send')
    .description('post a sample of a plugin to a webhook')
    .argument('<plugin_id>')
    .requiredOption('--webhook <id>')
    .option('--resolved', 'post a sample of a recovery')
    .option('--sample <name>', 'name of the sample, see plugins get')
    .action(async (plugin_id, { webhook: webhook_id, resolved = false, sample: name }, command) => {
      const { tocsin, url, domain, json } = openSession(command);
      const { samples } = await tocsin.call('getPlugin', { path: { plugin_id } });
      const sample = selectSample(samples, resolved ? 'RECOVERY' : 'ALERT', name);
      const { webhook_url = '' } = await tocsin.call('getWebhook', {
        path: { webhook_id },
        query: { ...domain },
      });
      // Posts to the address that the command uses: PUBLIC_URL may not be reachable from here.
      const path = webhook_url.slice(webhook_url.indexOf('/monitoring/v1/webhook/'));
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          ...(sample.headers as Record<string, string> | undefined),
          'content-type': sample.content_type ?? 'application/json',
          prefer: 'wait=10',
        },
        body: sample.body,
      });
      if (!response.ok) throw TocsinError.of(response, await response.json().catch(() => undefined));
      const delivery = (await response.json()) as Partial<Schemas['DeliveryInfo']>;
      if (json) return printJson(delivery);
      print(
        [`${formatLine(sample.name)}:`, formatLine(delivery.status), formatLine(delivery.delivery_id)].join(
          ' ',
        ),
      );
      printTable(delivery.outcomes ?? [], {
        outcome: ({ outcome }) => outcome,
        event_id: ({ event_id }) => event_id,
        alert_id: ({ alert_id }) => alert_id,
        reason: ({ reason }) => reason,
      });
      if (delivery.outcomes?.some(({ outcome }) => outcome === 'DUPLICATE')) print(DUPLICATE);
    }) as unknown as Command;
}

const DUPLICATE = `DUPLICATE: an alert is already open for this alarm, so the repeat creates no second event. It is counted in
duplicate_count of the alert. To post the recovery, use --resolved. To create an event for every repeat:
tocsin webhooks update <webhook_id> --settings '{"deduplicate":false}'`;

function selectSample(
  samples: readonly Sample[],
  type: 'ALERT' | 'RECOVERY',
  name: string | undefined,
): Sample {
  const eventTypes = (sample: Sample) =>
    (sample.expect as { event?: { event_type?: string } }[]).map(({ event }) => event?.event_type);
  const found =
    name === undefined
      ? samples.find((sample) => eventTypes(sample).includes(type))
      : samples.find((sample) => sample.name === name);
  const names = samples.map((sample) => `"${sample.name}"`).join(', ');
  if (found === undefined) throw new UsageError(`the plugin has no ${name ?? type} sample; it has ${names}`);
  return found;
}
