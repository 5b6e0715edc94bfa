import { randomUUID } from 'node:crypto';
import { Command } from '@commander-js/extra-typings';
import { TocsinError, type Schemas } from '#client';
import { UsageError } from './explain.js';
import { formatLine, print, printJson, printTable } from './print.js';
import { readSentMarker, writeSentMarker } from './sent-markers.js';
import { openSession } from './session.js';

type Sample = Schemas['PluginSample'];

export function sendCommand(): Command {
  return new Command('send')
    .description('post a sample of a plugin to a webhook, with the present time and a key of its own')
    .argument('<plugin_id>')
    .requiredOption('--webhook <id>')
    .option('--resolved', 'post the recovery of the sample that was sent last')
    .option('--sample <name>', 'name of the sample, see plugins get')
    .option('--marker <text>', 'samples with the same text have the same key')
    .action(
      async (plugin_id, { webhook: webhook_id, resolved = false, sample: name, ...options }, command) => {
        const { tocsin, url, domain, json } = openSession(command);
        const marker =
          options.marker ?? (resolved ? readSentMarker(webhook_id) : undefined) ?? randomUUID().slice(0, 8);
        const { samples } = await tocsin.call('getPlugin', { path: { plugin_id }, query: { marker } });
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
        writeSentMarker(webhook_id, marker);
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
        const duplicate = delivery.outcomes?.find(({ outcome }) => outcome === 'DUPLICATE');
        if (duplicate?.alert_id) {
          const path = { alert_id: duplicate.alert_id };
          const { state } = await tocsin.call('getAlert', { path, query: { ...domain } });
          print(state === 'RESOLVED' ? DUPLICATE_OF_RESOLVED : DUPLICATE);
        }
      },
    ) as unknown as Command;
}

const DUPLICATE = `DUPLICATE: this alarm has already arrived, so the repeat creates no second event. It is counted in
duplicate_count of the alert. To post the recovery, use --resolved. To create an event for every repeat:
tocsin webhooks update <webhook_id> --settings '{"deduplicate":false}'`;

const DUPLICATE_OF_RESOLVED = `DUPLICATE: the alert is resolved, and this alarm repeats one from before its recovery, so it does not open the alert
again. An alarm opens it with a newer time, or six minutes after the recovery if its sender repeats it while the problem lasts.`;

function selectSample(
  samples: readonly Sample[],
  type: 'ALERT' | 'RECOVERY',
  name: string | undefined,
): Sample {
  const found =
    name === undefined ? selectOfType(samples, type) : samples.find((sample) => sample.name === name);
  const names = samples.map((sample) => `"${sample.name}"`).join(', ');
  if (found === undefined) throw new UsageError(`the plugin has no ${name ?? type} sample; it has ${names}`);
  return found;
}

/** Returns the first alert, or its recovery. */
function selectOfType(samples: readonly Sample[], type: 'ALERT' | 'RECOVERY'): Sample | undefined {
  const isOfType = ({ expect }: Sample, wanted: string) =>
    (expect as { event?: { event_type?: string } }[]).some(({ event }) => event?.event_type === wanted);
  const alert = samples.find((sample) => isOfType(sample, 'ALERT'));
  if (type === 'ALERT') return alert;
  const recoveries = samples.filter((sample) => isOfType(sample, 'RECOVERY'));
  return recoveries.find(({ incident }) => incident === alert?.incident) ?? recoveries[0];
}
