import { compareAccept, CONNECTIONS, type Accepting, type Comparison, type Speed } from './accept.js';
import { acceptBesideWorker } from './beside-worker.js';
import { bareInsert, drain } from './drain.js';
import { overload } from './overload.js';
import { Stage } from './stage.js';
import { milliseconds, number, peakMemory, print, residentMemory } from './statistics.js';
import { ackToVisible } from './visible.js';

const WEBHOOKS = 200;
const DELIVERIES = 300_000;
const RATE = 2_000;
/** The goal for the memory of a process, in megabytes. */
const MEMORY = 350;

/**
 * Measures accepting, processing and storing, and compares them with bare Fastify and bare PostgreSQL.
 * @param scale 1 is the published length; smaller values are faster and less precise
 */
export async function benchIngest(scale: number): Promise<void> {
  const stage = await Stage.set();
  try {
    const echo = await stage.startEcho();
    const api = await stage.startApp('api');
    const webhooks: string[] = [];
    for (let n = 0; n < WEBHOOKS; n += 1) webhooks.push(await stage.createWebhook(api.url, `bench ${n}`));
    const accept = await compareAccept(echo, webhooks, 5 * scale);
    const memory = await residentMemory(api.pid);
    const over = await overload(webhooks, accept.oneWebhook.perSecond, api.pid, 10 * scale);
    await stage.sql.query('truncate delivery_segment');
    const drained = await drain(stage, webhooks, Math.round(DELIVERIES * scale));
    const bare = await bareInsert(stage, Math.round(100_000 * scale));
    const pace = { rate: RATE, duration: 10 * scale };
    const even = await ackToVisible(stage, webhooks, { ...pace, as: 'even' });
    const bursts = await ackToVisible(stage, webhooks, { ...pace, as: 'bursts' });
    const beside = await acceptBesideWorker(stage, webhooks, 5 * scale);
    print([
      [`durable accept beside a worker, ${WEBHOOKS} webhooks`, speedOf(beside)],
      ['  processed meanwhile', `${number(beside.processed)} deliveries/s`],
      ['bare Fastify JSON echo', `${number(accept.echo.perSecond)} requests/s at ${CONNECTIONS} connections`],
      ["Alertmanager's own API, in memory", alertmanagerLine(accept.alertmanager)],
      ...acceptLines('one webhook', accept.oneWebhook),
      ...acceptLines(`${WEBHOOKS} webhooks`, accept.allWebhooks),
      ['overload', `${number(over.asked)} requests/s asked of it`],
      ['  accepted', `${number(over.accepted)}/s, p99 ${milliseconds(over.p99)}`],
      ['  sent away with 503', `${number(over.refused)}/s`],
      ['  memory before / after', `${number(memory)} / ${number(over.memory)} MB`],
      ['worker, draining a backlog', `${number(drained.perSecond)} events/s stored`],
      ['bare insert of the same rows', `${number(bare)} rows/s`],
      ['  ratio', (drained.perSecond / bare).toFixed(2)],
      ['ack to visible, p50 / p99', `${even.p50} / ${even.p99} ms at ${number(RATE)} deliveries/s`],
      ['  in one burst a second', `${bursts.p50} / ${bursts.p99} ms`],
      [`most memory of the API, goal ${MEMORY}`, `${number(await peakMemory(api.pid))} MB`],
      [`most memory of the worker, goal ${MEMORY}`, `${number(await peakMemory(drained.workerPid))} MB`],
    ]);
  } finally {
    await stage.strike();
  }
}

type Line = [label: string, value: string];

function acceptLines(how: string, accepting: Accepting): Line[] {
  return [
    [`durable accept, ${how}`, speedOf(accepting)],
    ['  ratio to the echo', accepting.ratio.toFixed(2)],
    ['  ratio to Alertmanager', accepting.toAlertmanager?.toFixed(2) ?? '-'],
  ];
}

function speedOf({ perSecond, p50, p99 }: Speed): string {
  return `${number(perSecond)} requests/s, p50 / p99 ${milliseconds(p50, p99)}`;
}

function alertmanagerLine(speed: Comparison['alertmanager']): string {
  return speed === undefined
    ? 'prometheus-alertmanager is not installed'
    : `${number(speed.perSecond)} requests/s, p99 ${milliseconds(speed.p99)}`;
}
