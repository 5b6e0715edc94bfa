/** Somebody waits for webhooks to be done, until his time is over. */
interface Errand {
  readonly left: Set<string>;
  /** Those that were not done in time. */
  readonly undone: string[];
  readonly end: (undone: readonly string[]) => void;
  over: boolean;
}

interface Running {
  errand: Errand;
  /** It was asked for in its turn: what came since may have been read too late for that. */
  called: boolean;
}

/**
 * Takes a turn of some webhooks. Never throws.
 * @param giveBack for those it has no room for: their turn comes first, and in another lane at once
 * @returns those of the rest that have more to do
 */
type TakeTurn = (
  uuids: readonly string[],
  giveBack: (uuids: readonly string[]) => void,
) => Promise<ReadonlySet<string>>;

/**
 * The webhooks that are to be processed: each of them in turn, and in one turn at a time. Whoever asks for one last waits
 * for it, and those who asked before are done with it: otherwise there would be ever more of them waiting for a webhook
 * that never rests.
 */
export class TurnQueue {
  private readonly first = new Map<string, Errand>();
  private readonly waiting = new Map<string, Errand>();
  private readonly running = new Map<string, Running>();
  private lanes = 0;

  /**
   * @param lanesAtMost how many turns there are at a time
   * @param together how many webhooks share a turn at most
   */
  constructor(
    private readonly lanesAtMost: number,
    private readonly together: number,
    private readonly takeTurn: TakeTurn,
  ) {}

  /** Returns those that were not done within so many milliseconds; a turn under way is waited for. */
  async run(uuids: Iterable<string>, milliseconds: number): Promise<readonly string[]> {
    const left = new Set(uuids);
    if (left.size === 0 || milliseconds <= 0) return [...left];
    let timer: NodeJS.Timeout | undefined;
    const undone = await new Promise<readonly string[]>((end) => {
      const errand: Errand = { left, undone: [], end, over: false };
      for (const uuid of left) this.add(uuid, errand);
      if (Number.isFinite(milliseconds)) timer = setTimeout(() => this.timeIsOver(errand), milliseconds);
      this.startLanes();
    });
    clearTimeout(timer);
    return undone;
  }

  private add(uuid: string, errand: Errand): void {
    const running = this.running.get(uuid);
    const queue = this.first.has(uuid) ? this.first : this.waiting;
    const before = running?.errand ?? queue.get(uuid);
    if (running === undefined) queue.set(uuid, errand);
    else Object.assign(running, { errand, called: true });
    if (before !== undefined) settle(before, uuid, true);
  }

  private timeIsOver(errand: Errand): void {
    errand.over = true;
    for (const uuid of errand.left) {
      if (this.running.has(uuid)) continue;
      this.first.delete(uuid);
      this.waiting.delete(uuid);
      settle(errand, uuid, false);
    }
  }

  private startLanes(): void {
    while (this.lanes < this.lanesAtMost && this.first.size + this.waiting.size > 0) {
      this.lanes += 1;
      void this.lane();
    }
  }

  private async lane(): Promise<void> {
    for (let group = this.take(); group.length > 0; group = this.take()) {
      const held = new Set(group);
      const giveBack = (uuids: readonly string[]) => {
        for (const uuid of uuids) {
          if (held.delete(uuid)) this.finish(uuid, true, this.first);
        }
        this.startLanes();
      };
      const more = await this.takeTurn(group, giveBack);
      for (const uuid of held) this.finish(uuid, more.has(uuid), this.waiting);
    }
    this.lanes -= 1;
  }

  private take(): readonly string[] {
    const group: string[] = [];
    // The other lanes have their share.
    const share = Math.ceil((this.first.size + this.waiting.size) / this.lanesAtMost);
    const most = Math.min(this.together, share);
    for (const queue of [this.first, this.waiting]) {
      for (const [uuid, errand] of queue) {
        if (group.length === most) return group;
        queue.delete(uuid);
        this.running.set(uuid, { errand, called: false });
        group.push(uuid);
      }
    }
    return group;
  }

  private finish(uuid: string, more: boolean, queue: Map<string, Errand>): void {
    const { errand, called } = this.running.get(uuid) as Running;
    this.running.delete(uuid);
    const again = more || called;
    if (again && !errand.over) queue.set(uuid, errand);
    else settle(errand, uuid, !again);
  }
}

function settle(errand: Errand, uuid: string, done: boolean): void {
  errand.left.delete(uuid);
  if (!done) errand.undone.push(uuid);
  if (errand.left.size === 0) errand.end(errand.undone);
}
