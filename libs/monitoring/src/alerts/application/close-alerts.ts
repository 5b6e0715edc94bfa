import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { OpenAlerts } from './ports/open-alerts.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';

const WEBHOOKS_AT_A_TIME = 200;
const ALERTS_AT_A_TIME = 1_000;

/** Closes the open alerts, of any domain, that nothing was heard of for too long or whose webhook was deleted. */
@Injectable()
export class CloseAlerts {
  constructor(
    private readonly alerts: OpenAlerts,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(10_000)
  async execute(): Promise<void> {
    for (const forgotten of await this.alerts.findForgotten(WEBHOOKS_AT_A_TIME)) {
      try {
        while ((await this.alerts.close(forgotten, ALERTS_AT_A_TIME)) === ALERTS_AT_A_TIME);
      } finally {
        // A worker that found the webhook locked meanwhile relies on us to look once more.
        this.wakeUp.deliveriesArrived([forgotten.webhook_uuid]);
      }
    }
  }
}
