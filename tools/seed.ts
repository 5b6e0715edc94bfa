import { faker } from '@faker-js/faker';
import { Command } from '@commander-js/extra-typings';
import { Tocsin } from '#client';
import { parseAge, ageToMs, parsePositiveNumber } from './cli/arguments.js';
import { explain } from './cli/explain.js';
import { printError, progressBar } from './cli/print.js';
import { openSession, resolveDomain } from './cli/session.js';

const CHECKS = [
  ['Disk almost full', 'The filesystem has less than 5 % of its space left.', 'WARNING'],
  ['CPU saturated', 'All cores have been busy for 10 minutes.', 'WARNING'],
  ['Replication lag', 'The replica is more than 60 seconds behind.', 'ERROR'],
  ['Certificate expires', 'The certificate ends within 7 days.', 'INFO'],
  ['Target down', 'The target has not answered for 5 minutes.', 'CRITICAL'],
  ['Error rate high', 'More than 2 % of the requests fail.', 'CRITICAL'],
] as const;
const KINDS = ['web', 'db', 'cache', 'queue', 'lb'];
const WEBHOOKS = ['metrics in Frankfurt', 'metrics in Dublin', 'nightly jobs'];
/** Alarms per delivery. */
const BATCH_SIZE = 20;
const RECOVERY_SHARE = 0.7;

interface Alarm {
  readonly event_key: string;
  readonly event_type: 'ALERT' | 'RECOVERY';
  readonly occurred_at: string;
}

await new Command('seed')
  .description(
    'fill a domain with realistic webhooks, events and alerts, to try searches or take screenshots',
  )
  .option('--url <address>')
  .option('--domain <id>')
  .option('--profile <file>')
  .option('--rate <n>', 'alarms per hour', parsePositiveNumber, 20)
  .option('--span <age>', 'age of the oldest alarm', parseAge, '7d')
  .option('--seed <n>', 'the same seed creates the same alarms', parsePositiveNumber, 1)
  .action(async ({ rate, span, seed }, command) => {
    const session = openSession(command);
    const { domain_id } = await resolveDomain(session);
    faker.seed(seed);
    const alarms = makeAlarms(rate, ageToMs(span));
    const urls = await createWebhooks(session.tocsin, session.url, domain_id, seed);
    const bar = progressBar('events', alarms.length);
    for (let offset = 0; offset < alarms.length; offset += BATCH_SIZE) {
      const batch = alarms.slice(offset, offset + BATCH_SIZE);
      const response = await fetch(urls[(offset / BATCH_SIZE) % urls.length] ?? '', {
        method: 'POST',
        body: JSON.stringify(batch),
      });
      if (!response.ok)
        throw new Error(`a delivery was refused: ${response.status} ${await response.text()}`);
      bar.increment(batch.length);
    }
    bar.stop();
    console.log(`${alarms.length} events in ${urls.length} webhooks of ${domain_id}`);
  })
  .parseAsync()
  .catch((error: unknown) => {
    const { code, lines } = explain(error);
    for (const line of lines) printError(line);
    process.exitCode = code;
  });

/** Returns the alarms ordered by the time of their alert. A recovery directly follows its alert. */
function makeAlarms(rate: number, spanMs: number): readonly Alarm[] {
  const count = Math.max(1, Math.round((rate * spanMs) / 3_600_000));
  const start = Date.now() - spanMs;
  const hosts = Array.from({ length: 30 }, () => {
    const kind = faker.helpers.arrayElement(KINDS);
    return {
      kind,
      name: `${kind}-${faker.number.int({ min: 1, max: 9 })}.${faker.location.countryCode().toLowerCase()}`,
    };
  });
  const alarms = Array.from({ length: count }, (_, index) => {
    const host = faker.helpers.arrayElement(hosts);
    const [title, description, severity] = faker.helpers.arrayElement(CHECKS);
    const at = start + ((index + faker.number.float()) * spanMs) / count;
    const alert = {
      event_key: `${host.name}/${title}/${index}`,
      event_type: 'ALERT' as const,
      title: `${title} on ${host.name}`,
      description,
      severity,
      resource: { resource_id: host.name, resource_type: host.kind, name: host.name },
      occurred_at: new Date(at).toISOString(),
    };
    if (faker.number.float() > RECOVERY_SHARE) return [alert];
    const recoveredAt = Math.min(at + faker.number.int({ min: 60_000, max: 3_600_000 }), Date.now());
    return [
      alert,
      { ...alert, event_type: 'RECOVERY' as const, occurred_at: new Date(recoveredAt).toISOString() },
    ];
  });
  return alarms.flat();
}

async function createWebhooks(
  tocsin: Tocsin,
  url: string,
  domain_id: string,
  seed: number,
): Promise<readonly string[]> {
  const urls: string[] = [];
  for (const name of WEBHOOKS) {
    const body = {
      // The time keeps the name unique when the command runs again.
      name: `${name} ${seed} ${new Date().toISOString()}`,
      project_id: 'seed',
      domain_id,
      plugin_info: { plugin_id: 'direct' },
      tags: { made_by: 'seed' },
    };
    const { webhook_url } = await tocsin.call('createWebhook', { body });
    urls.push(`${url}${webhook_url.slice(webhook_url.indexOf('/monitoring/v1/webhook/'))}`);
  }
  return urls;
}
