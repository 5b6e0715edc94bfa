import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';
import { ExpiredAcknowledgements } from './ports/expired-acknowledgements.js';

const WEBHOOKS_AT_A_TIME = 200;
const ALERTS_AT_A_TIME = 1_000;

/** Takes back the acknowledgements of open alerts, of any domain, whose time is over. */
@Injectable()
export class ExpireAcknowledgements {
  constructor(
    private readonly acknowledgements: ExpiredAcknowledgements,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(2_000)
  async execute(): Promise<void> {
    for (const webhook of await this.acknowledgements.find(WEBHOOKS_AT_A_TIME)) {
      try {
        while ((await this.acknowledgements.takeBack(webhook, ALERTS_AT_A_TIME)) === ALERTS_AT_A_TIME);
      } finally {
        // A worker that found the webhook locked meanwhile relies on us to look once more.
        this.wakeUp.deliveriesArrived([webhook.uuid]);
      }
    }
  }
}
