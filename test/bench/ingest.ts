import { compareAccept, CONNECTIONS, type AcceptResult, type Comparison, type Speed } from './accept.js';
import { measureAcceptWithWorker } from './accept-with-worker.js';
import { measureInsert, measureDrain } from './drain.js';
import { measureOverload } from './overload.js';
import { Testbed } from './testbed.js';
import {
  formatMilliseconds,
  formatNumber,
  readPeakMemory,
  printTable,
  readResidentMemory,
} from './statistics.js';
import { measureAckToVisible } from './ack-to-visible.js';

const WEBHOOKS = 200;
const DELIVERIES = 300_000;
const DELIVERIES_PER_SECOND = 2_000;
/** The goal for the memory of a process, in megabytes. */
const MAX_MEMORY_MB = 350;

/**
 * Measures accepting, processing and storing, and compares them with bare Fastify and bare PostgreSQL.
 * @param scale 1 is the published length; smaller values are faster and less precise
 */
export async function benchIngest(scale: number): Promise<void> {
  const testbed = await Testbed.start();
  try {
    const echo = await testbed.startEcho();
    const api = await testbed.startApp('api');
    const webhooks: string[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) webhooks.push(await testbed.createWebhook(api.url, `bench ${n}`));
    const accept = await compareAccept(echo, webhooks, 5 * scale);
    const memory = await readResidentMemory(api.pid);
    const overloadResult = await measureOverload(webhooks, accept.oneWebhook.perSecond, api.pid, 10 * scale);
    await testbed.sql.query('truncate delivery_segment');
    const drained = await measureDrain(testbed, webhooks, Math.round(DELIVERIES * scale));
    const insertSpeed = await measureInsert(testbed, Math.round(100_000 * scale));
    const pace = { rate: DELIVERIES_PER_SECOND, duration: 10 * scale };
    const evenLatency = await measureAckToVisible(testbed, webhooks, { ...pace, distribution: 'even' });
    const burstLatency = await measureAckToVisible(testbed, webhooks, { ...pace, distribution: 'bursts' });
    const withWorker = await measureAcceptWithWorker(testbed, webhooks, 5 * scale);
    printTable([
      [`durable accept beside a worker, ${WEBHOOKS} webhooks`, formatSpeed(withWorker)],
      ['  processed meanwhile', `${formatNumber(withWorker.processed)} deliveries/s`],
      [
        'bare Fastify JSON echo',
        `${formatNumber(accept.echo.perSecond)} requests/s at ${CONNECTIONS} connections`,
      ],
      ["Alertmanager's own API, in memory", alertmanagerLine(accept.alertmanager)],
      ...acceptLines('one webhook', accept.oneWebhook),
      ...acceptLines(`${WEBHOOKS} webhooks`, accept.allWebhooks),
      ['overload', `${formatNumber(overloadResult.requested)} requests/s offered`],
      [
        '  accepted',
        `${formatNumber(overloadResult.accepted)}/s, p99 ${formatMilliseconds(overloadResult.p99)}`,
      ],
      ['  rejected with 503', `${formatNumber(overloadResult.refused)}/s`],
      ['  memory before / after', `${formatNumber(memory)} / ${formatNumber(overloadResult.memory)} MB`],
      ['worker, draining a backlog', `${formatNumber(drained.perSecond)} events/s stored`],
      ['bare insert of the same rows', `${formatNumber(insertSpeed)} rows/s`],
      ['  ratio', (drained.perSecond / insertSpeed).toFixed(2)],
      [
        'ack to visible, p50 / p99',
        `${evenLatency.p50} / ${evenLatency.p99} ms at ${formatNumber(DELIVERIES_PER_SECOND)} deliveries/s`,
      ],
      ['  in one burst a second', `${burstLatency.p50} / ${burstLatency.p99} ms`],
      [
        `maximum memory of the API, goal ${MAX_MEMORY_MB}`,
        `${formatNumber(await readPeakMemory(api.pid))} MB`,
      ],
      [
        `maximum memory of the worker, goal ${MAX_MEMORY_MB}`,
        `${formatNumber(await readPeakMemory(drained.workerPid))} MB`,
      ],
    ]);
  } finally {
    await testbed.stop();
  }
}

type Line = [label: string, value: string];

function acceptLines(webhookLabel: string, result: AcceptResult): Line[] {
  return [
    [`durable accept, ${webhookLabel}`, formatSpeed(result)],
    ['  ratio to the echo', result.ratio.toFixed(2)],
    ['  ratio to Alertmanager', result.alertmanagerRatio?.toFixed(2) ?? '-'],
  ];
}

function formatSpeed({ perSecond, p50, p99 }: Speed): string {
  return `${formatNumber(perSecond)} requests/s, p50 / p99 ${formatMilliseconds(p50, p99)}`;
}

function alertmanagerLine(speed: Comparison['alertmanager']): string {
  return speed === undefined
    ? 'prometheus-alertmanager is not installed'
    : `${formatNumber(speed.perSecond)} requests/s, p99 ${formatMilliseconds(speed.p99)}`;
}
