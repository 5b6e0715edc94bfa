import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { ProcessingCounters } from './processing-counters.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import type { Alarm } from '../domain/alarm.js';
import type { Correlation, KnownState } from '../domain/correlation.js';
import { correlate } from '../domain/correlate.js';
import { processBatch, type ProcessedBatch } from '../domain/process-batch.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { noCrashes } from '../../../test/crashed-workers.js';
import { noSenderChecks } from '../../../test/senders.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import {
  ProcessingLog,
  UnstorableError,
  type PendingBatch,
  type ReadPosition,
  type WebhookCommit,
} from './ports/processing-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries, ProcessDeliveriesHandler } from './process-deliveries.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const webhook: AdmittedWebhook = {
  webhook_id: 'webhook_01',
  uuid: '01',
  domain_id: 'd1',
  project_id: 'p1',
  name: 'w1',
  plugin_id: direct.plugin_id,
  plugin_version: direct.version,
  options: {},
  settings: DEFAULT_SETTINGS,
  signing_secrets: [],
};

const EMPTY_STATE: KnownState = { states: new Map(), spans: new Map() };

class SingleWebhookDirectory extends WebhookDirectory {
  admit = () => webhook;
  async loadPresent() {
    return webhook;
  }
  async load() {
    return new Map([[webhook.uuid, webhook]]);
  }
  async accessKeyOf() {
    return undefined;
  }
}

/** Contains one segment. Refuses titles with "poison", and more than one title with "heavy" at once. */
class RejectingLog extends ProcessingLog {
  committed: ProcessedBatch | undefined;
  readonly postponed: string[] = [];

  constructor(private readonly bodies: readonly string[]) {
    super();
  }

  async readPending([wanted]: readonly ReadPosition[]): Promise<PendingBatch> {
    if (this.committed || wanted?.after !== undefined) return { segments: new Map(), isTruncated: false };
    const deliveries = this.bodies.map((body, n) => ({
      delivery_id: `delivery ${n}`,
      delivery: {
        received_at: new Date('2026-11-20T10:00:00.000Z'),
        content_type: 'application/json',
        headers: {},
        query: {},
        path_suffix: '',
        body: Buffer.from(body),
      },
    }));
    const segment = { segment_id: 'segment', seq: '1', late: false, deliveries };
    return { segments: new Map([[webhook.uuid, [segment]]]), isTruncated: false };
  }

  async commit(commits: readonly WebhookCommit[]) {
    return commits.map(({ segments, refused }) => {
      const batch = processBatch(EMPTY_STATE, segments, webhook.settings, refused);
      if (!this.isStorable(batch.correlation)) throw new UnstorableError('poisoned');
      this.committed = batch;
      return { result: 'committed' as const, batch };
    });
  }

  async postpone(_webhook: unknown, reason: string) {
    this.postponed.push(reason);
  }

  async findPoisonCandidates() {
    return [];
  }

  async canStore(_webhook: AdmittedWebhook, alarms: readonly Alarm[]) {
    return this.isStorable(correlate(EMPTY_STATE, alarms, webhook.settings));
  }

  isDatabaseUnavailable(error: unknown) {
    return isDatabaseUnavailable(error);
  }

  private isStorable({ events }: Correlation): boolean {
    const titles = events.map(({ alarm }) => alarm.title);
    return (
      !titles.some((title) => title.includes('poison')) &&
      titles.filter((title) => title.includes('heavy')).length < 2
    );
  }
}

const newHandler = (log: RejectingLog, plugins: readonly Plugin[]) => {
  const registry = new PluginRegistry(plugins);
  return new ProcessDeliveriesHandler(
    log,
    new SingleWebhookDirectory(),
    registry,
    noSenderChecks(registry),
    new ProcessingCounters(),
    noCrashes(),
  );
};

const process = async (log: RejectingLog) =>
  newHandler(log, [direct]).execute(new ProcessDeliveries([webhook.uuid]));

const body = (title: string) => JSON.stringify({ event_key: title, title });

it('quarantines only the deliveries that the database refuses', async () => {
  const log = new RejectingLog(['one', 'poison', 'two', 'three', 'poison too', 'four'].map(body));
  await process(log);
  const outcomes = log.committed?.segments[0]?.outcomes.map(([first]) => first?.outcome);
  expect(outcomes).toEqual(['CREATED', 'QUARANTINED', 'CREATED', 'CREATED', 'QUARANTINED', 'CREATED']);
  expect(log.committed?.quarantined.map(({ delivery_id }) => delivery_id)).toEqual([
    'delivery 1',
    'delivery 4',
  ]);
});

it('quarantines all deliveries that are refused only in combination', async () => {
  const log = new RejectingLog(['heavy', 'heavy too'].map(body));
  await process(log);
  const outcomes = log.committed?.segments[0]?.outcomes.map(([first]) => first?.outcome);
  expect(outcomes).toEqual(['QUARANTINED', 'QUARANTINED']);
});

it('gives every delivery its outcome, in the order of the segment', async () => {
  const log = new RejectingLog([body('one'), 'not json', '[]']);
  await process(log);
  expect(log.committed?.segments[0]?.outcomes).toMatchObject([
    [{ outcome: 'CREATED' }],
    [{ outcome: 'QUARANTINED' }],
    [{ outcome: 'IGNORED' }],
  ]);
});

it('skips a webhook whose plugin version is not installed, and warns once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const log = new RejectingLog([body('one')]);
  const handler = newHandler(log, []);
  for (const seconds of [0, 1, 58, 2]) {
    vi.advanceTimersByTime(seconds * 1_000);
    await handler.execute(new ProcessDeliveries([webhook.uuid]));
  }
  expect(log.committed).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(2);
});

it('says once a minute that a webhook cannot be loaded', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(SingleWebhookDirectory.prototype, 'load').mockRejectedValue(
    new Error('its secrets cannot be read'),
  );
  const error = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  const handler = newHandler(new RejectingLog([]), [direct]);
  for (const seconds of [0, 1, 58, 2]) {
    vi.advanceTimersByTime(seconds * 1_000);
    await handler.execute(new ProcessDeliveries([webhook.uuid]));
  }
  expect(error.mock.calls).toEqual([
    ['its secrets cannot be read', expect.anything()],
    ['its secrets cannot be read', expect.anything()],
  ]);
});

it('gives back the webhooks it has no time left for', async () => {
  const log = new RejectingLog([body('one')]);
  const handler = newHandler(log, [direct]);
  expect(await handler.execute(new ProcessDeliveries([webhook.uuid], 0))).toEqual([webhook.uuid]);
  expect(await handler.execute(new ProcessDeliveries([webhook.uuid], 60_000))).toEqual([]);
});

it('postpones a webhook for its own error, but not for a lost database connection', async () => {
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  const log = new RejectingLog([body('one')]);
  const handler = newHandler(log, [direct]);
  const commit = vi.spyOn(log, 'commit');
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' });
  for (const error of [ended, new Error('Connection terminated unexpectedly'), new Error('a fault')]) {
    commit.mockRejectedValueOnce(error);
    await handler.execute(new ProcessDeliveries([webhook.uuid]));
  }
  expect(log.postponed).toEqual(['a fault']);
  await handler.execute(new ProcessDeliveries([webhook.uuid]));
  expect(log.committed).toBeDefined();
});
