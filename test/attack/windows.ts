import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, createWebhook } from '../client.js';
import { median } from '../bench/statistics.js';
import type { Service } from '../service.js';

const WINDOWS = 3;
const WINDOW_MS = 1_500;
/** Milliseconds after a window in which nothing is sent, to see what goes on after the answers. */
const REST_MS = 500;
/** Clock ticks of Linux, in which it counts processor time. */
const TICKS_PER_SECOND = 100;

/** A request of the attacker. Sent again and again on each connection. */
export type AttackRequest = () => Promise<unknown>;

interface Window {
  /** Milliseconds of a delivery of the good tenant. */
  readonly p50: number;
  readonly p99: number;
  /** Requests of the good tenant that were not answered as they should. */
  readonly refused: readonly string[];
  readonly requests: number;
  /** Seconds of processor time that the API used after the answers. */
  readonly cpuAfter: number;
}

export interface AttackResult {
  /** Medians over the windows. */
  readonly attack: { readonly p50: number; readonly p99: number };
  readonly control: { readonly p50: number; readonly p99: number };
  readonly refused: readonly string[];
  readonly requests: number;
  /** Seconds of processor time that the API used after the answers, beyond what it uses after the control, for each request. */
  readonly cpuAfter: number;
}

/**
 * Alternates windows of an attack with windows of as many connections on `/health/live`, while a good tenant posts, lists,
 * changes and previews.
 */
export async function measureAttack(
  { api }: Service,
  connections: number,
  attack: AttackRequest,
): Promise<AttackResult> {
  const good = await GoodTenant.create(api.url);
  const control = () => fetch(`${api.url}/health/live`).then((response) => response.arrayBuffer());
  const attacks: Window[] = [];
  const controls: Window[] = [];
  for (let n = 0; n < WINDOWS; n += 1) {
    controls.push(await runWindow(api.pid, good, connections, control));
    attacks.push(await runWindow(api.pid, good, connections, attack));
  }
  const summarise = (windows: readonly Window[]) => ({
    p50: median(windows.map(({ p50 }) => p50)),
    p99: median(windows.map(({ p99 }) => p99)),
  });
  return {
    attack: summarise(attacks),
    control: summarise(controls),
    refused: attacks.flatMap(({ refused }) => refused),
    requests: attacks.reduce((sum, { requests }) => sum + requests, 0),
    cpuAfter: median(
      attacks.map(({ cpuAfter, requests }, at) => {
        const byItself = controls[at]?.cpuAfter ?? 0;
        return Math.max(0, cpuAfter - byItself) / Math.max(1, requests);
      }),
    ),
  };
}

async function runWindow(
  pid: number,
  good: GoodTenant,
  connections: number,
  attack: AttackRequest,
): Promise<Window> {
  const over = new AbortController();
  let requests = 0;
  const loops = Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) {
      await attack();
      requests += 1;
    }
  });
  const measured = good.work(over.signal);
  await sleep(WINDOW_MS);
  over.abort();
  const [{ durations, refused }] = await Promise.all([measured, ...loops]);
  const before = readCpuSeconds(pid);
  await sleep(REST_MS);
  return {
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    refused,
    requests,
    cpuAfter: readCpuSeconds(pid) - before,
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A tenant that uses the service as it is meant to be used. */
class GoodTenant {
  private constructor(
    private readonly api: string,
    private readonly webhook: { readonly path: string; readonly webhook_id: string },
    private readonly domain_id: string,
  ) {}

  static async create(api: string): Promise<GoodTenant> {
    const domain_id = `good-${crypto.randomUUID().slice(0, 8)}`;
    return new GoodTenant(api, await createWebhook(api, 'direct', domain_id), domain_id);
  }

  async work(signal: AbortSignal) {
    const durations: number[] = [];
    const refused: string[] = [];
    const { api, domain_id } = this;
    const { path, webhook_id } = this.webhook;
    const send = async (method: string, to: string, body?: object) => {
      const startedAt = performance.now();
      const { status } = await call(method, api + to, body);
      if (status >= 300) refused.push(`${status} ${method} ${to.split('?')[0]?.replace(path, '/events')}`);
      return performance.now() - startedAt;
    };
    const repeat = async (pauseMs: number, work: () => Promise<unknown>) => {
      for (; !signal.aborted; await sleep(pauseMs)) await work();
    };
    await Promise.all([
      repeat(5, async () => durations.push(await send('POST', path, { event_key: 'k', title: 't' }))),
      repeat(50, () => send('GET', `/monitoring/v1/events?domain_id=${domain_id}`)),
      repeat(100, () =>
        send('PUT', `/monitoring/v1/webhook/${webhook_id}`, { domain_id, tags: { at: String(Date.now()) } }),
      ),
      repeat(100, () =>
        send('POST', `/monitoring/v1/plugin/direct/preview?domain_id=${domain_id}`, {
          event_key: 'k',
          title: 't',
        }),
      ),
    ]);
    return { durations, refused };
  }
}

export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Bytes of memory of a process. */
export function readMemory(pid: number): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
