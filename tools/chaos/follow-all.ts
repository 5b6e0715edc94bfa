import { setTimeout as sleep } from 'node:timers/promises';
import { Follower } from './follower.js';

/** Follows the stream of events during all faults. It reconnects to one API process after the other with its last event id. */
export class FollowAll {
  readonly heard: string[] = [];
  resets = 0;
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
  async begun(): Promise<void> {
    while (this.lastId === '' && (this.current?.lastId ?? '') === '') await sleep(20);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.current?.close();
    await this.loop;
  }

  private async follow(): Promise<void> {
    for (let turn = 0; !this.stopped; turn += 1) {
      const url = `${this.urls[turn % this.urls.length]}/monitoring/v1/events/stream?domain_id=chaos`;
      try {
        const follower = await Follower.open(url, { key: this.key, after: this.lastId });
        this.current = follower;
        if (follower.response.statusCode !== 200) follower.close();
        // A paused process sends nothing, not even heartbeats: after 4 s of silence, the next one is used.
        for (let silent = 0, known = ''; !follower.ended && silent < 40 && !this.stopped; silent += 1) {
          await sleep(100);
          if (follower.lastId !== known) silent = 0;
          known = follower.lastId;
        }
        follower.close();
        this.take(follower);
      } catch {
        // The process is down at the moment.
      }
      if (!this.stopped) await sleep(100);
    }
  }

  private take({ messages, lastId }: Follower): void {
    for (const { event, data } of messages) {
      if (event === 'reset') this.resets += 1;
      else this.heard.push((JSON.parse(data) as { event_id: string }).event_id);
    }
    if (lastId !== '') this.lastId = lastId;
  }
}
