import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { SilencedAlerts } from './ports/silenced-alerts.js';

/** Periodically sends what was silenced and is no longer silenced. Several processes share the work. */
@Injectable()
export class EndSilences {
  constructor(private readonly silenced: SilencedAlerts) {}

  @Every(1_000)
  async execute(): Promise<void> {
    while ((await this.silenced.settle()) > 0);
    await this.silenced.removeTombstones();
  }
}
