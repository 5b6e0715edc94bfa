import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { direct } from '#senders/systems/direct/plugin.js';
import { createHeartbeatDelivery } from '../../../heartbeats/domain/heartbeat-delivery.js';
import { DEFAULT_SETTINGS } from '../../../webhooks/domain/webhook-settings.js';
import { foldHeartbeats } from '../../domain/fold-heartbeats.js';
import { processBatch } from '../../domain/process-batch.js';
import type { ProcessingLog, WebhookCommit } from '../ports/processing-log.js';
import { ProcessingCounters } from '../processing-counters.js';
import type { ParsedWebhook } from '../parsing/batch-reader.js';
import type { SenderVerification } from '../sender-verification.js';
import { BatchWriter } from './batch-writer.js';

afterEach(() => void vi.restoreAllMocks());

const EMPTY_STATE = { states: new Map(), spans: new Map() };
const news = { kind: 'ping', name: 'backup' } as const;
const delivery = { ...createHeartbeatDelivery(news), received_at: new Date('2026-11-20T10:00:00.000Z') };
const read = {
  webhook: {
    webhook_id: 'webhook_01',
    uuid: '01',
    domain_id: 'd1',
    plugin_id: direct.plugin_id,
    settings: { ...DEFAULT_SETTINGS, heartbeats: 'AUTO' },
  },
  segments: [
    {
      segment_id: 's',
      deliveries: [{ delivery_id: 'd', delivery, alarms: [{ kind: 'heartbeat', news }], late: false }],
    },
  ],
} as unknown as ParsedWebhook;

it('counts pings that exceed the heartbeat limit of the domain, and logs them once', async () => {
  const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const reasons: unknown[] = [];
  const commit = async (commits: readonly WebhookCommit[]) =>
    commits.map(({ webhook, segments, refused }) => {
      const full = { byName: new Map(), capacity: 0 };
      const { segments: folded, refusedPings } = foldHeartbeats(webhook, full, segments);
      const batch = processBatch(EMPTY_STATE, folded, webhook.settings, refused);
      reasons.push(batch.segments[0]?.outcomes[0]);
      return { result: 'committed' as const, batch, refusedPings };
    });
  const counters = new ProcessingCounters();
  const senders = { requestConfirmations: async () => undefined } as unknown as SenderVerification;
  const writer = new BatchWriter({ commit } as unknown as ProcessingLog, counters, senders);
  await writer.write([read]);
  await writer.write([read]);
  expect(reasons[0]).toMatchObject([
    {
      outcome: 'IGNORED',
      reason: 'heartbeat backup was not created: the domain has 10000, which is the limit',
    },
  ]);
  expect(counters.heartbeatsRefused).toBe(2);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/webhook_01 create no heartbeats.*10000/)]]);
});
