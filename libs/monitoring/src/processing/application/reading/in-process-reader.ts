import type { Plugin } from '#senders/plugin-api/plugin.js';
import { readAlarms } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import { unreadable, type DeliveryReader, type LoadedWebhook, type Parsed } from './delivery-reader.js';

export class InProcessReader implements DeliveryReader {
  readonly concurrency = 1;

  constructor(private readonly loaded: LoadedWebhook) {}

  read(some: readonly PendingDelivery[], { late }: PendingSegment): Parsed {
    const { plugin, webhook } = this.loaded;
    const readOptions = { late, default_severity: webhook.settings.default_severity };
    return some.map(({ damage, delivery_id, delivery }) =>
      damage === undefined
        ? readAlarms(plugin as Plugin, webhook.options, delivery_id, delivery, readOptions)
        : unreadable(damage),
    );
  }
}
