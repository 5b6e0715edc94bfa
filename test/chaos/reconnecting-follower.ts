import { setTimeout as sleep } from 'node:timers/promises';
import { Follower } from './follower.js';
import { DOMAIN } from './payloads.js';

/** Follows the stream of events during all faults. It reconnects to one API process after the other with its last event id. */
export class ReconnectingFollower {
  readonly eventIds: string[] = [];
  private lastId = '';
  private stopped = false;
  private current: Follower | undefined;
  private readonly loop: Promise<void>;

  constructor(
    private readonly urls: readonly string[],
    private readonly key: string,
  ) {
    this.loop = this.follow();
  }

  /** Resolves once it has a position. From then on it must receive every event. */
  async waitForPosition(): Promise<void> {
    while (this.lastId === '' && (this.current?.lastId ?? '') === '') await sleep(20);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.current?.close();
    await this.loop;
  }

  private async follow(): Promise<void> {
    for (let attempt = 0; !this.stopped; attempt += 1) {
      const url = `${this.urls[attempt % this.urls.length]}/monitoring/v1/events/stream?domain_id=${DOMAIN}`;
      try {
        const follower = await Follower.open(url, { key: this.key, after: this.lastId });
        this.current = follower;
        if (follower.response.statusCode !== 200) follower.close();
        // A paused process sends nothing, not even heartbeats: after 4 s of silence, the next one is used.
        for (
          let idlePolls = 0, previousId = '';
          !follower.ended && idlePolls < 40 && !this.stopped;
          idlePolls += 1
        ) {
          await sleep(100);
          if (follower.lastId !== previousId) idlePolls = 0;
          previousId = follower.lastId;
        }
        follower.close();
        this.collectMessages(follower);
      } catch {
        // The process is down at the moment.
      }
      if (!this.stopped) await sleep(100);
    }
  }

  private collectMessages({ messages, lastId }: Follower): void {
    for (const { event, data } of messages) {
      if (event !== 'reset') this.eventIds.push((JSON.parse(data) as { event_id: string }).event_id);
    }
    if (lastId !== '') this.lastId = lastId;
  }
}
