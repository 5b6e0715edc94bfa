import { freePort } from './ports.js';
import { waitUntilReady, type Senders } from './real-senders.js';

export const ALERTMANAGER = 'prometheus-alertmanager';

/**
 * Starts an Alertmanager that sends without a delay.
 * @param receivers the receivers of its only route, as lines of its configuration
 * @param interval a setting of its route; the default of Alertmanager is four hours
 * @returns its port and a function that reads its log
 */
export async function startAlertmanager(
  senders: Senders,
  name: string,
  receivers: readonly string[],
  interval = 'repeat_interval: 1h, ',
): Promise<{ port: number; readLog: () => string }> {
  const config = await senders.file(
    `${name}.yml`,
    `route: { receiver: tocsin, group_wait: 0s, group_interval: 1s, ${interval}group_by: ['...'] }
receivers:
  - name: tocsin
${receivers.map((one) => `    ${one}\n`).join('')}`,
  );
  const port = await freePort();
  const readLog = senders.start(ALERTMANAGER, [
    `--config.file=${config}`,
    `--storage.path=${senders.at(name)}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
  await waitUntilReady(port);
  return { port, readLog };
}

export const webhookReceiver = (url: string) => [`webhook_configs: [{ url: '${url}', send_resolved: true }]`];
