import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';
import { HeartbeatWatch } from './ports/heartbeat-watch.js';

const HEARTBEATS_AT_A_TIME = 500;

/** Finds the heartbeats, of any domain, that nothing was heard of in time. */
@Injectable()
export class JudgeHeartbeats {
  constructor(
    private readonly watch: HeartbeatWatch,
    private readonly wakeUp: WakeUp,
  ) {}

  @Every(1_000)
  async execute(): Promise<void> {
    const { isBack, isDue } = await this.watch.look();
    if (isBack) return this.watch.putOff();
    for (let isMore = isDue; isMore;) {
      const { taken, missing } = await this.watch.judge(HEARTBEATS_AT_A_TIME);
      this.wakeUp.deliveriesArrived(missing.map(({ webhook_uuid }) => webhook_uuid));
      isMore = taken === HEARTBEATS_AT_A_TIME;
    }
  }
}
